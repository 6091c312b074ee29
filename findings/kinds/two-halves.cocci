// SPDX-License-Identifier: GPL-2.0-or-later
// A counter is read in two halves, and nothing checks that they belong
// together. (Reads that are repeated until the upper half is the same match as
// well.)
@@
expression dev, at, low, high;
@@
* pci_read_config_dword(dev, at, low);
* pci_read_config_dword(dev, at + 4, high);

@@
expression low, high, at;
identifier load =~ "^(readl|readl_relaxed|ioread32)$";
@@
* low = load(at);
  ...
* high = load(at + 4);
