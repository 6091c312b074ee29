# SPDX-License-Identifier: GPL-2.0-or-later
# Programs for the guest, without a C library, so each needs only a compiler.
# The flags for this machine's programs (CPPFLAGS, CFLAGS) do not apply.
GUEST_CC_amd64   ?= $(CC)
GUEST_CC_arm64   ?= aarch64-linux-gnu-gcc
GUEST_CC_ppc64el ?= powerpc64le-linux-gnu-gcc
GUEST_CFLAGS := -std=c11 -O2 -ffreestanding -fno-stack-protector -fno-pie -fno-asynchronous-unwind-tables \
	-static -nostdlib -Wl,--build-id=none -I. $(WARN) $(WERROR)
GUEST_SRC := $(wildcard guest/*.c)
GUEST_H   := $(wildcard guest/*.h) models/sim/step.h
GUEST_PROGRAMS := $(addprefix $(BUILD)/guest/,amd64/chase amd64/hot amd64/lines amd64/measure amd64/ibs_sample amd64/play amd64/ready amd64/walk amd64/witness arm64/hot arm64/lines arm64/mark arm64/measure arm64/pmcu-record \
	arm64/pmcu-report arm64/ready arm64/witness ppc64el/hot ppc64el/mark ppc64el/measure ppc64el/ready ppc64el/witness)
define guest_program_rule
$(BUILD)/guest/$(1)/%: guest/%.c $(GUEST_H) | have-packages
	$$(call SAY,CC) $(GUEST_CC_$(1)) $(GUEST_CFLAGS) -o $$@ $$<
endef
$(foreach a,amd64 arm64 ppc64el,$(eval $(call guest_program_rule,$(a))))

# The reader of IBS samples includes a C library and the registers'
# descriptions.
GUEST_LIBC := -std=c11 -D_GNU_SOURCE -O2 -s -static -I. $(WARN) $(WERROR)
IBS_SAMPLE_SRC := $(wildcard guest/ibs_*.c) models/reg/reg.c models/epyc/ibs_regs.c models/epyc/ibs_traits.c $(MADE)/models/epyc/ibs.rdl.c
$(BUILD)/guest/amd64/ibs_sample: $(IBS_SAMPLE_SRC) $(GUEST_H) $(wildcard models/reg/*.h models/epyc/*.h) | have-packages
	$(call SAY,CC) $(GUEST_CC_amd64) $(GUEST_LIBC) -I$(MADE) -o $@ $(IBS_SAMPLE_SRC)

# So does pmulab-play.
$(BUILD)/guest/amd64/play: guest/play.c guest/pmu_event.c $(GUEST_H) | have-packages
	$(call SAY,CC) $(GUEST_CC_amd64) $(GUEST_LIBC) -o $@ $(filter %.c,$^)

# So do the programs for the PMCU. pmcu-report also runs on the host.
PMCU_RECORD_SRC := $(addprefix guest/pmcu_,record.c area.c) guest/pmu_event.c
PMCU_REPORT_SRC := $(addprefix guest/pmcu_,report.c print.c decode.c)
PMCU_DRIVER     := $(wildcard driver/hisi_pmcu/*)
$(BUILD)/guest/arm64/pmcu-record: $(PMCU_RECORD_SRC)
$(BUILD)/guest/arm64/pmcu-report: $(PMCU_REPORT_SRC)
$(BUILD)/guest/arm64/pmcu-%: $(GUEST_H) $(PMCU_DRIVER) | have-packages
	$(call SAY,CC) $(GUEST_CC_arm64) $(GUEST_LIBC) -o $@ $(filter %.c,$(filter-out driver/hisi_pmcu/%,$^))
PMCU_REPORT := $(BUILD)/pmcu-report
$(PMCU_REPORT): $(call obj,$(PMCU_REPORT_SRC))
	$(call SAY,LD) $(LINK)
