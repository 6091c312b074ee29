# SPDX-License-Identifier: GPL-2.0-or-later
# Files in the binary.

# The plotting library of `pmulab report`, from npm's configured registry.
# Without npm everything else is built, and the command reports the missing
# library; `make NPM=` does not use npm.
NPM           ?= npm
UPLOT_VERSION := 1.6.32
UPLOT_SHA512  := 2883159c6ebccefbb95d751b0b82d010f9e1c0ec41b8bc96d401eda66e882935c89a46cb824332fa369b8cb8122cc6ac36e186cd09bf7a9ded3a4c93c6989023
UPLOT_TGZ     := $(BUILD)/npm/uplot-$(UPLOT_VERSION).tgz
UPLOT_NAMES   := uPlot.iife.min.js uPlot.min.css uPlot.LICENSE
UPLOT_DIR     := $(BUILD)/$(if $(and $(NPM),$(shell command -v $(NPM))),npm,no-npm)
UPLOT         := $(addprefix $(UPLOT_DIR)/report/,$(UPLOT_NAMES))
$(UPLOT_TGZ):
	$(call SAY,NPM) $(NPM) pack --silent --prefer-offline --pack-destination $(@D) uplot@$(UPLOT_VERSION) >/dev/null
	@echo '$(UPLOT_SHA512)  $@' | sha512sum --check --quiet
$(BUILD)/npm/report/%: $(UPLOT_TGZ)
	@mkdir -p $(@D)
	@tar -xzOf $< $(if $(filter %.LICENSE,$@),package/LICENSE,package/dist/$(@F)) >$@
$(BUILD)/no-npm/report/%:
	@mkdir -p $(@D)
	@: >$@

# The binary contains the guest's programs, the sources of a module that setup
# builds, and the report's files.
REPORT_FILES := $(wildcard harness/report/page/* harness/report/*.txt harness/diff/page/*)
ATLAS_FILES  := $(wildcard harness/atlas/page/*)
LIVE_FILES   := $(wildcard harness/live/page/*)
GDB_FILES    := harness/gdb/pmulab.py
FACT_FILES   := $(wildcard silicon/*.facts)
RESOURCES = glib-compile-resources --target=$@ --sourcedir=. --sourcedir=$(BUILD) --sourcedir=$(UPLOT_DIR) harness/cli/pmulab.gresource.xml
$(BUILD)/obj/harness/cli/guest_files.gresource: harness/cli/pmulab.gresource.xml guest/init $(GUEST_PROGRAMS) $(PMCU_DRIVER) $(REPORT_FILES) $(ATLAS_FILES) $(LIVE_FILES) $(GDB_FILES) $(FACT_FILES) $(UPLOT) $(BUILD)/set/UPLOT_DIR | have-packages
	$(call SAY,GEN) $(RESOURCES)
# The assembler includes the bytes. A compiler needs 8 seconds for them as an array in C.
BYTES := pmulab_resource_data
$(BUILD)/obj/harness/cli/guest_files.c: $(BUILD)/obj/harness/cli/guest_files.gresource
	$(call SAY,GEN) $(RESOURCES) --generate-source --external-data --c-name=pmulab
	@echo '__asm__(".section .rodata; .balign 16; .globl $(BYTES); .hidden $(BYTES); $(BYTES): .incbin \"$<\"; .previous");' >>$@
$(BUILD)/obj/harness/cli/guest_files.o: $(BUILD)/obj/harness/cli/guest_files.c
	$(call SAY,CC) $(CC) -std=c11 -fPIC $(GLIB_CFLAGS) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<
