// SPDX-License-Identifier: GPL-2.0-or-later
// An overflow handler reads a counter and then sets it, while it counts.
@exists@
identifier U =~ "update";
identifier S =~ "period|program|reset";
expression event, E;
identifier hwc;
@@
*U(event);
 ...
(
*S(event);
|
*S(E, hwc);
)
