# SPDX-License-Identifier: GPL-2.0-or-later
# Files in the binary.

# Packages of npm's configured registry: NAME, VERSION, SHA512. Without npm
# everything else is built, `pmulab report` reports the missing library, and
# tests skip; `make NPM=` does not use npm.
NPM ?= npm
define npm_package
$(BUILD)/npm/$(1)-$(2).tgz:
	$$(call SAY,NPM) $$(NPM) pack --silent --prefer-offline --pack-destination $$(@D) $(1)@$(2) >/dev/null || \
		{ echo "npm cannot fetch $(1)@$(2) from its registry: make NPM= builds without it" >&2; exit 1; }
	@echo '$(3)  $$@' | sha512sum --check --quiet
endef
$(eval $(call npm_package,uplot,1.6.32,2883159c6ebccefbb95d751b0b82d010f9e1c0ec41b8bc96d401eda66e882935c89a46cb824332fa369b8cb8122cc6ac36e186cd09bf7a9ded3a4c93c6989023))

# Draws the charts of `pmulab report`.
UPLOT_NAMES := uPlot.iife.min.js uPlot.min.css uPlot.LICENSE
UPLOT_DIR   := $(BUILD)/$(if $(and $(NPM),$(shell command -v $(NPM))),npm,no-npm)
UPLOT       := $(addprefix $(UPLOT_DIR)/report/,$(UPLOT_NAMES))
$(BUILD)/npm/report/%: $(BUILD)/npm/uplot-1.6.32.tgz
	@mkdir -p $(@D)
	@tar -xzOf $< $(if $(filter %.LICENSE,$@),package/LICENSE,package/dist/$(@F)) >$@
$(BUILD)/no-npm/report/%:
	@mkdir -p $(@D)
	@: >$@

# The binary contains the guest's programs, the sources of a module that setup
# builds, the pages' files, and the facts from silicon.
PAGE_FILES := $(wildcard harness/*/page/* harness/report/*.txt)
GDB_FILES  := harness/gdb/pmulab.py
FACT_FILES := $(wildcard silicon/*.facts)
RESOURCES = glib-compile-resources --target=$@ --sourcedir=. --sourcedir=$(BUILD) --sourcedir=$(UPLOT_DIR) harness/cli/pmulab.gresource.xml
$(BUILD)/obj/harness/cli/guest_files.gresource: harness/cli/pmulab.gresource.xml guest/init $(GUEST_PROGRAMS) $(PMCU_DRIVER) $(PAGE_FILES) $(GDB_FILES) $(FACT_FILES) $(UPLOT) $(BUILD)/set/UPLOT_DIR | have-packages
	$(call SAY,GEN) $(RESOURCES)
# The assembler includes the bytes. A compiler needs 8 seconds for them as an array in C.
BYTES := pmulab_resource_data
$(BUILD)/obj/harness/cli/guest_files.c: $(BUILD)/obj/harness/cli/guest_files.gresource
	$(call SAY,GEN) $(RESOURCES) --generate-source --external-data --c-name=pmulab
	@echo '__asm__(".section .rodata; .balign 16; .globl $(BYTES); .hidden $(BYTES); $(BYTES): .incbin \"$<\"; .previous");' >>$@
$(BUILD)/obj/harness/cli/guest_files.o: $(BUILD)/obj/harness/cli/guest_files.c
	$(call SAY,CC) $(CC) -std=c11 -fPIC $(GLIB_CFLAGS) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<
