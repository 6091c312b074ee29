// SPDX-License-Identifier: GPL-2.0-or-later
// Events move to another CPU with perf_pmu_migrate_context(), and the interrupt
// does not follow: the handler runs beside the reads on another CPU.
@ moves @
@@
 perf_pmu_migrate_context(...)

@ follows @
@@
(
 irq_set_affinity(...)
|
 irq_set_affinity_hint(...)
|
 irq_set_affinity_and_hint(...)
)

@ depends on moves && !follows @
@@
(
* request_irq(...)
|
* request_threaded_irq(...)
|
* devm_request_irq(...)
)
