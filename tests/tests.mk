# SPDX-License-Identifier: GPL-2.0-or-later
# Everything that only tests need; the Makefile includes it.

UNIT_SRC    := $(wildcard tests/unit/*/*.c)
FAKE_QEMU   := $(wildcard tests/fake_qemu/*.c)
BENCH_SRC   := $(wildcard tests/bench/*.c tests/bench/*/*.c)
FUZZ_SRC    := $(wildcard tests/fuzz/*.c)
FUZZ_TOOLS  := $(wildcard tests/fuzz/words/*.c)
SCRIPTS     := $(wildcard tests/tree/*.t tests/guest/*.t tests/guest/*/*.t tests/bench/*.t)
UNITS   := $(patsubst tests/unit/%.c,$(BUILD)/tests/%.t,$(UNIT_SRC))
FUZZERS := $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz/%,$(FUZZ_SRC))

# A unit test's own code is not optimized: compiling it takes longer than
# running it.
UNIT_FLAGS := -O0
$(call obj,$(UNIT_SRC)): private override CFLAGS += $(UNIT_FLAGS)
ifneq ($(IS_GCC),0)
UNIT_GLIB_H := $(BUILD)/obj/tests/glib.h
$(UNIT_GLIB_H).gch: private override CFLAGS += $(UNIT_FLAGS)
$(UNIT_GLIB_H).gch: | have-packages
	$(PRECOMPILE)
$(call obj,$(UNIT_SRC)): $(UNIT_GLIB_H).gch
$(call obj,$(UNIT_SRC)): private STANDARD += -include $(UNIT_GLIB_H)
endif

# One test draws registers, another looks for barriers in pages.
$(eval $(call npm_package,bit-field,1.9.0,feb55b9ffc8ad940707eb97052734533f32d602e73b17fb97eaf240b827db803cf5455895b7df64c58c5943f6a31e5b1c2d1d1d35e11839272acb6d223d56b97))
$(eval $(call npm_package,axe-core,4.14.1,1477dafa598d8d065f273d6af302aa203c02e83131707b7fa648cd41bd3d6b734f8c22a0dab86ee6a6f64b8afbe804b214d36db85a2826965edfb3a0b9d546b5))
NPM_TESTS := $(if $(filter %/npm,$(UPLOT_DIR)),$(BUILD)/npm/bit-field.js $(BUILD)/npm/axe.js)
$(BUILD)/npm/bit-field.js: $(BUILD)/npm/bit-field-1.9.0.tgz
	@tar -xzOf $< package/build/bitfield.js >$@
$(BUILD)/npm/axe.js: $(BUILD)/npm/axe-core-4.14.1.tgz
	@tar -xzOf $< package/axe.min.js >$@

# A unit test links only the needed members of these archives, which is much
# faster than linking all; gold, if available, halves the time. House and oracle
# call each other, so the linker reads both twice. (gold warns about clang's
# sanitizers.)
QUICK = $(if $(SANITIZE),,$(call once,GOLD,command -v ld.gold >/dev/null && echo -fuse-ld=gold))
HOUSE       := $(BUILD)/tests/house.a
PLUGIN_ROOM := $(BUILD)/tests/plugins.a
$(HOUSE): $(MODEL_OBJ) $(FDT_OBJ) $(ACPI_OBJ) $(filter-out %/main.o,$(call obj,$(HARNESS_SRC)))
$(PLUGIN_ROOM): $(call obj,$(PLUGIN_SRC)) $(PLUGIN_FDT) $(MODEL_OBJ)
$(HOUSE) $(PLUGIN_ROOM):
	$(ARCHIVE)

# Static pattern rules: with two matching patterns, make would choose by the
# existing prerequisites.
PLUGIN_UNITS := $(filter $(BUILD)/tests/plugins/%,$(UNITS))
$(filter-out $(PLUGIN_UNITS),$(UNITS)): $(BUILD)/tests/%.t: $(BUILD)/obj/tests/unit/%.o $(BUILD)/obj/harness/cli/guest_files.o $(HOUSE) $(ORACLE)
	$(call SAY,LD) $(LINK) $(QUICK) $(HOUSE) $(ORACLE) $(HARNESS_LIBS) $(LDLIBS)

# Plugins run without QEMU: a stand-in provides its plugin API and its private
# symbols. MACHINE_test.c is linked with that machine. dlsym() is replaced only
# in the object that calls it, because clang's ASan, a part of the program,
# needs the C library's.
ASKS_FAKE := $(BUILD)/obj/tests/fake_qemu/qemu_private.o
$(ASKS_FAKE): $(BUILD)/obj/qemu-plugins/qemu/qemu_private.o
	$(call SAY,LD) $(CC) -fno-lto -nostdlib -r -Wl,--wrap=dlsym -o $@ $<
$(MACHINES:%=$(BUILD)/tests/plugins/%_test.t): $(BUILD)/tests/plugins/%_test.t: $(BUILD)/obj/qemu-plugins/machine/%.o
$(BUILD)/tests/plugins/kunpeng_tree_test.t: $(BUILD)/obj/qemu-plugins/machine/kunpeng.o
$(addprefix $(BUILD)/tests/plugins/epyc_,samples_test.t time_test.t core_test.t): $(BUILD)/obj/qemu-plugins/machine/epyc.o
$(PLUGIN_UNITS): $(BUILD)/tests/plugins/%.t: $(BUILD)/obj/tests/unit/plugins/%.o $(call obj,$(FAKE_QEMU)) $(ASKS_FAKE) $(PLUGIN_ROOM)
	$(call SAY,LD) $(LINK) $(QUICK) $(PLUGIN_ROOM) $(PLUGIN_LIBS) -ldl $(LDLIBS)
$(BUILD)/tests/guest/pmcu_decode_test.t: $(call obj,$(addprefix guest/pmcu_,decode.c print.c))
$(BUILD)/tests/guest/pmu_event_test.t: $(call obj,guest/pmu_event.c)
$(BUILD)/tests/guest/pmcu_plan_test.t: $(call obj,driver/hisi_pmcu/pmcu_plan.c)
$(BUILD)/tests/guest/ibs_decode_test.t $(BUILD)/tests/guest/ibs_event_test.t: $(call obj,$(addprefix guest/ibs_,decode.c print.c event.c ring.c))

# For guest tests: programs that run in a guest, a bootable disk, and pmulab's
# QEMU.
INSIDE_SRC := $(wildcard tests/guest/inside/*.c)
INSIDE_PPC64EL_SRC := $(wildcard tests/guest/inside/ppc64el/*.c)
GUEST_TOOLS := $(patsubst tests/guest/inside/%.c,$(BUILD)/guest/%,$(INSIDE_SRC) $(INSIDE_PPC64EL_SRC)) \
	$(BUILD)/guest/arm64/blocks $(BUILD)/guest/arm64/mmio $(BUILD)/guest/ppc64/blocks $(BUILD)/guest/real_mode.img $(BUILD)/guest/run_qemu \
	$(BUILD)/guest/witness.so $(BUILD)/guest/lines_witness.so
.PHONY: guest-tools
guest-tools: $(GUEST_TOOLS)
$(BUILD)/guest/ppc64el/%: tests/guest/inside/ppc64el/%.c $(GUEST_H) | have-packages
	$(call SAY,CC) $(GUEST_CC_ppc64el) $(GUEST_CFLAGS) -g -o $@ $<
$(BUILD)/guest/%: $(BUILD)/obj/tests/guest/inside/%.o
	$(call SAY,LD) $(CC) -static -pthread $(LDFLAGS) -o $@ $<
$(BUILD)/guest/%.img: tests/guest/inside/%.S | have-packages
	$(call SAY,AS) $(CC) -m32 -nostdlib -static -Wl,--build-id=none,--oformat=binary,-Ttext=0 -o $@ $<
# Bare and big-endian, for skiboot.
$(BUILD)/guest/ppc64/%: tests/guest/inside/ppc64/%.S | have-packages
	$(call SAY,AS) $(GUEST_CC_ppc64el) -mbig-endian -nostdlib -static -Wl,-EB,--build-id=none -o $@ $<
# Bare, as an Image. (This machine's linker cannot make one of its own code.)
$(BUILD)/guest/arm64/%: tests/guest/inside/arm64/%.S $(wildcard tests/guest/inside/arm64/*.h) | have-packages
	$(call SAY,AS) $(GUEST_CC_arm64) -nostdlib -static -Wl,--build-id=none,-Ttext=0 -o $@ $<
	@$(GUEST_CC_arm64:%gcc=%objcopy) -O binary $@
$(BUILD)/guest/run_qemu: $(BUILD)/obj/tests/guest/run_qemu.o $(filter-out %/main.o,$(call obj,$(HARNESS_SRC))) $(MODEL_OBJ) $(FDT_OBJ) $(ACPI_OBJ) $(BUILD)/obj/harness/cli/guest_files.o $(ORACLE)
	$(call SAY,LD) $(LINK) $(HARNESS_LIBS) $(LDLIBS)

$(BUILD)/guest/witness.so: $(BUILD)/obj/tests/guest/witness.o
$(BUILD)/guest/lines_witness.so: $(BUILD)/obj/tests/guest/lines/witness.o
$(BUILD)/guest/witness.so $(BUILD)/guest/lines_witness.so:
	$(call SAY,LD) $(LINK) -shared $(PLUGIN_LIBS)

# The command finds the plugin beside itself, so the empty one needs a separate
# folder.
EMPTY := $(BUILD)/bench/empty
$(EMPTY)/pmulab-%.so: $(BUILD)/obj/tests/bench/empty_plugin.o
	$(call SAY,LD) $(LINK) -shared
$(EMPTY)/pmulab: $(PMULAB)
	@mkdir -p $(@D)
	@cp $< $@

# Models alone; and programs that access registers on the bare machine, each with its own compiler (NAME.mk beside it).
MODEL_BENCH := $(BUILD)/bench/model/model
$(MODEL_BENCH): $(call obj,$(wildcard tests/bench/model/*.c)) $(MODEL_OBJ)
	$(call SAY,LD) $(LINK)
ACCESS_CC_X86 = $(GUEST_CC_amd64) -m32 -Wl,-N,--no-warn-rwx-segments,-Ttext=0x100000
ACCESS_SRC := $(wildcard tests/bench/inside/*.c)
-include $(ACCESS_SRC:.c=.mk)
$(BUILD)/bench/access/%: tests/bench/inside/%.c $(wildcard tests/bench/inside/*.h) | have-packages
	$(call SAY,CC) $(ACCESS_CC_$*) $(GUEST_CFLAGS) -o $@ $<
	@$(if $(ACCESS_END_$*),$(ACCESS_END_$*) $@)
# Makes large traces.
$(BUILD)/bench/trace/tile: $(call obj,tests/bench/trace/tile.c qemu-plugins/runtime/trace_writer.c) $(filter-out %/main.o,$(call obj,$(HARNESS_SRC))) $(MODEL_OBJ) $(FDT_OBJ) $(ACPI_OBJ) $(BUILD)/obj/harness/cli/guest_files.o $(ORACLE)
	$(call SAY,LD) $(LINK) $(HARNESS_LIBS) $(LDLIBS)
BENCHED := $(EMPTY)/pmulab $(MODEL_BENCH) $(BUILD)/bench/trace/tile $(BUILD)/guest/run_qemu $(MACHINES:%=$(EMPTY)/pmulab-%.so) \
	$(ACCESS_SRC:tests/bench/inside/%.c=$(BUILD)/bench/access/%)

# setup-all fetches the guests, packages and firmware of every scenario,
# setup-check-all also those of every test, and setup-check those of `make
# check`.
.PHONY: setup-all setup-check setup-check-all
CHECK_SCENARIOS = $(shell sed -n 's/^\(scenarios[^ ]*\) *| check .*/\1/p' tests/levels)
# It fetches while the tests are built, so its progress must be plain lines.
setup-check: $(PMULAB)
	@TERM=dumb $(PMULAB) setup
	@TERM=dumb $(PMULAB) setup $(CHECK_SCENARIOS)
setup-all setup-check-all: $(PMULAB)
	@$(if $(filter %-check-all,$@),TERM=dumb) $(PMULAB) setup $(if $(filter %-check-all,$@),--kernel amd64-oldstable) --kernel amd64-backports --uefi scenarios labs/*

.PHONY: unit unit-tests
unit-tests: $(UNITS)
unit: $(UNITS) ## tests that need no guest
	@prove $(UNITS)

.PHONY: deps-check deps-farm deps-package deps-image
deps-check: ## install what tests need
	@$(PACKAGES) install check
deps-farm: ## install what the test with Slurm needs
	@$(PACKAGES) install farm
deps-package: ## install what the Debian package is built with
	@$(PACKAGES) install package
deps-image: ## install what an OCI image is made with
	@$(PACKAGES) install image

# Packages come first; then a separate make runs does-TARGET, and finds them.
CAMPAIGNS := check check-all nightly package scenarios labs matrix farm-test package-check image image-check planted mutants driver-bugs wrong-drivers findings hostile bench fuzz fuzz-nightly lint
.PHONY: $(CAMPAIGNS) $(CAMPAIGNS:%=does-%)
check: deps-check ## the tests that a change needs, in minutes; SANITIZE=1: those without a guest, under ASan and UBSan
check-all: deps-check ## every test, in about an hour
nightly: deps-check ## check-all, and every campaign of tests/nightly/table; HOURS=8
scenarios: deps ## every scenario of the tree
labs: deps ## every lab of the tree: its solution, and its typical mistakes
matrix: deps ## every scenario on every kernel of KERNELS (6.1,6.12,7.3), and a table of them
farm-test: deps-farm ## a few scenarios on a farm of Slurm's on this machine, a node killed; FARM=all: every scenario
package: deps-package ## the Debian package, in build/package/
package-check: deps ## the Debian package, built and tried in clean systems (root, with mmdebstrap); SUITE=trixie, ONLY=build
image: deps-image ## an OCI image with pmulab, QEMU and guests, in build/image/ (root); MACHINE='M N': of these machines
image-check: deps-image ## make it, and run a scenario of each machine in it, without a network, as an ordinary user; MACHINE=
planted: deps-check ## that each bug of tests/planted/table is caught; ONLY=NAME,... SHARE=N/M
mutants: deps-check ## random changes of the code that tests must notice; N=, SEED=, ONLY=, FILE=, TIME=
driver-bugs: deps ## bugs put into Linux's drivers, which `pmulab fuzz` must find; SEEDS='1 2 3', SMALL=1
wrong-drivers: deps ## mistakes put into Linux's drivers, whose verdicts begin with the documented sentences; ONLY=NAME,...
findings: deps-check ## proof of the fixes in findings/: each bug shows without its fix, and not with it; ONLY=NAME,...
hostile: deps-check ## guests that write random values to each machine and variant; HOSTILE_SECONDS=120 HOSTILE_ONLY=ROW,...
bench: deps-check ## ratios against plain QEMU; ONLY=SECTION,... MACHINE=NAME ROUNDS=N BASE=EARLIER.json
fuzz: deps-check ## each fuzz target for FUZZ_SECONDS (20) under ASan and UBSan
fuzz-nightly: deps-check ## all of them for TIME hours (8) together; CORPUS=FOLDER keeps what they find, TARGET=NAME runs one
lint: deps-check ## clang-format, clang-tidy, cppcheck and shellcheck; SHARE=N/M: clang-tidy on a part
$(CAMPAIGNS):
	@$(MAKE) does-$@

# tests/levels lists the tests of check. Some tests expect a saved guest, so
# others' guests must not fill the cache.
TEST = PMULAB=$(PMULAB) BUILD=$(BUILD) PMULAB_SAVED_MIB=$(or $(PMULAB_SAVED_MIB),8192)
ifneq ($(SANITIZE),)
# Unit tests, and tests of the command marked as needing no guest: QEMU would
# not load such plugins.
COMMAND_TESTS := $(shell grep -lzE 'No[[:space:]\#]+guest[[:space:]\#]+is[[:space:]\#]+needed' tests/guest/*.t tests/guest/*/*.t)
does-check: $(PMULAB) $(PMCU_REPORT) $(NPM_TESTS) $(UNITS)
	@$(TEST) prove -j $$(nproc) $(UNITS) $(COMMAND_TESTS)
else
does-check: setup-check all $(BUILD)/fetch $(UNITS) $(GUEST_TOOLS) $(NPM_TESTS)
	@$(TEST) tests/run $(UNITS) $(SCRIPTS)
LEVEL ?= all
does-check-all: setup-check-all all $(BUILD)/fetch $(UNITS) $(GUEST_TOOLS) $(BENCHED) $(NPM_TESTS)
	@$(TEST) tests/run --level=$(LEVEL) $(if $(SECONDS),--seconds=$(SECONDS)) $(if $(BEGIN),--begin=$(BEGIN)) $(UNITS) $(SCRIPTS)
endif

does-scenarios: all setup-all
	@$(PMULAB) run -j $$(nproc) --results $(BUILD)/results --proved $(BUILD)/proved scenarios; status=$$?; \
	tests/compare-proved compare tests/proved $(BUILD)/proved && exit $$status

LABS ?= $(wildcard labs/*/*.lab)
does-labs: all setup
	@prove -j $$(nproc) -e '$(PMULAB) lab --check' $(LABS)

KERNELS := 6.1,6.12,7.3
does-matrix: SCENARIOS ?= scenarios
does-matrix: all
	@$(PMULAB) setup $(addprefix --kernel ,$(subst $(comma), ,$(KERNELS))) $(SCENARIOS)
	@$(PMULAB) run -j $$(nproc) --kernel $(KERNELS) --results $(BUILD)/results $(SCENARIOS)

does-farm-test: all $(if $(filter all,$(FARM)),setup-all,setup)
	@PMULAB=$(PMULAB) FARM=$(FARM) prove -v tests/farm/run

does-package:
	@BUILD=$(BUILD) tests/package/build

does-package-check:
	@BUILD=$(BUILD) tests/package/run
	@$(if $(ONLY),,BUILD=$(BUILD) tests/package/module)

does-image:
	@BUILD=$(BUILD) MACHINE='$(MACHINE)' ci/image

does-image-check: does-image
	@BUILD=$(BUILD) MACHINE='$(MACHINE)' tests/image/run

does-bench: all setup $(BENCHED)
	@PMULAB=$(PMULAB) BUILD=$(BUILD) tests/bench/run $(if $(ONLY),--only=$(ONLY)) $(if $(MACHINE),--machines=$(MACHINE)) \
		$(if $(ROUNDS),--rounds=$(ROUNDS)) $(if $(BASE),--against=$(BASE)) $(if $(OUT),--output=$(OUT))

# Planted bugs: `make PLANT=NAME` builds build/planted/NAME/tree, a copy of the
# tree with the bug.
ifneq ($(PLANT),)
all: plant
endif
.PHONY: plant
plant: $(PMULAB) $(PLUGINS)
	@BUILD=$(BUILD) tests/planted/plant $(PLANT)
$(BUILD)/planted/stand_in.so: $(BUILD)/obj/tests/planted/stand_in.o
	$(call SAY,LD) $(LINK) -shared -ldl
does-planted: all setup-all $(NPM_TESTS) $(BUILD)/planted/stand_in.so
	@BUILD=$(BUILD) tests/planted/run $(if $(SHARE),--share=$(SHARE)) $(subst $(comma), ,$(ONLY))

does-nightly:
	@BUILD=$(BUILD) tests/nightly/run night $(or $(HOURS),8)

does-hostile: all setup
	@PMULAB=$(PMULAB) HOSTILE_ONLY=$(or $(HOSTILE_ONLY),all) HOSTILE_SECONDS=$(or $(HOSTILE_SECONDS),120) HOSTILE_WAYS=$(HOSTILE_WAYS) \
		prove -v tests/guest/run/hostile.t

does-driver-bugs: all setup
	@PMULAB=$(PMULAB) tests/driver-bugs/run $(SEEDS)

does-wrong-drivers: all setup
	@PMULAB=$(PMULAB) tests/wrong-drivers/run

does-findings: all
	@PMULAB=$(PMULAB) tests/findings/run

# Changes of the code that tests must notice. Its unit tests are linked so that one source can be exchanged: each function
# is called by its name.
MUTANTS := $(BUILD)/mutants/unit
MUTANT_FLAGS := -g0 -fvisibility=default -fsemantic-interposition "-Dvisibility(x)="
does-mutants: $(if $(LIST),,mutant-tests $(if $(filter 0,$(SCENARIOS)),,setup-all))
	@COMPILE='$(CC) $(STANDARD) $(GLIB_CFLAGS) $(CPPFLAGS) $(CFLAGS) $(MUTANT_FLAGS) -c' CC='$(CC)' BUILD=$(BUILD) tests/mutants/run \
		$(foreach o,N SEED ONLY FILE TIME JOBS SCENARIOS,$(if $($o),--$(shell echo $o | tr A-Z a-z)=$($o))) $(if $(LIST),--list)
# Only mutants have the product's optimization; the other objects compile faster
# at -O1. A link writes the list of its inputs and flags, for
# tests/mutants/Linker.pm.
.PHONY: mutant-tests
mutant-tests: all
	@mkdir -p $(MUTANTS)
	@cp -rpu $(BUILD)/guest $(wildcard $(BUILD)/npm) $(MUTANTS)
	@$(MAKE) BUILD=$(MUTANTS) WHOLE= WARN=-w CFLAGS='$(CFLAGS) $(MUTANT_FLAGS) -O1' LINK='printf "%s\n" $$^ >$$@' unit-tests

# Everything except the code that starts guests, built again for fuzzing.
# tests/fuzz/run gives each target its dictionary, its seeds and its limits.
FUZZ_CC    ?= clang
FUZZ_CHECK := -fsanitize=address,undefined -fno-sanitize-recover=all
FUZZ_OBJ    = $(patsubst %.c,$(BUILD)/fuzz/obj/%.o,$(1))
FUZZED_SRC := $(MODEL_SRC) $(FDT_SRC) $(ACPI_SRC) $(ORACLE_SRC) $(filter-out harness/cli/% harness/lab/% harness/report/% harness/run/% harness/judge/%,$(HARNESS_SRC))
FUZZED     := $(call FUZZ_OBJ,$(FUZZED_SRC)) $(CATALOGUE_C:$(BUILD)/obj/%.c=$(BUILD)/fuzz/obj/%.o) $(MADE_OBJ:$(BUILD)/obj/%=$(BUILD)/fuzz/obj/%)
$(BUILD)/fuzz/obj/%.o: %.c | have-packages $(MADE_H)
	$(call SAY,FUZZ) $(FUZZ_CC) $(filter-out -Werror,$(STANDARD)) $(GLIB_CFLAGS) $(TOLD) -g -O1 $(FUZZ_CHECK) -fsanitize=fuzzer-no-link -c -o $@ $<
$(MADE_OBJ:$(BUILD)/obj/%=$(BUILD)/fuzz/obj/%): $(BUILD)/fuzz/obj/%.o: $(MADE)/%.c
	$(call SAY,FUZZ) $(FUZZ_CC) -I. -I$(MADE) -fPIC -c -o $@ $<
$(BUILD)/fuzz/obj/%_catalogue_text.o: $(BUILD)/obj/%_catalogue_text.c
	$(call SAY,FUZZ) $(FUZZ_CC) -I. -fPIC -c -o $@ $<
$(BUILD)/fuzz/%_fuzz: $(BUILD)/fuzz/obj/tests/fuzz/%_fuzz.o $(BUILD)/fuzz/fuzzed.a
	$(call SAY,FUZZ) $(FUZZ_CC) -pthread $(FUZZ_CHECK) -fsanitize=fuzzer -o $@ $^ $(HARNESS_LIBS)
$(BUILD)/fuzz/fuzzed.a: $(FUZZED)
	$(call SAY,AR) rm -f $@ && $(AR) rcs $@ $^
# Writes dictionaries and seeds, from the descriptions that the command prints.
$(BUILD)/fuzz/words: $(BUILD)/fuzz/obj/tests/fuzz/words/words.o $(BUILD)/fuzz/fuzzed.a
	$(call SAY,FUZZ) $(FUZZ_CC) -pthread $(FUZZ_CHECK) -o $@ $^ $(HARNESS_LIBS)
FUZZ_SECONDS ?= 20
CORPUS       ?= $(BUILD)/fuzz/nightly
does-fuzz: $(FUZZERS) $(BUILD)/fuzz/words
	@BUILD=$(BUILD) tests/fuzz/run short $(FUZZ_SECONDS) $(FUZZ_FLAGS)
does-fuzz-nightly: $(FUZZERS) $(BUILD)/fuzz/words
	@BUILD=$(BUILD) tests/fuzz/run nightly $(or $(TIME),8) $(CORPUS) $(TARGET)

# Machines of the documents, each in folders like the tree's.
EXAMPLE_SRC := $(foreach depth,/*/* /*/*/* /*/*/*/*,$(wildcard examples/*$(depth).[ch]))
EXAMPLE_DIRS := $(patsubst %,-I%,$(wildcard examples/*))
ALL_C := $(MODEL_SRC) models/rdl/main.c models/events/main.c $(FDT_SRC) $(ACPI_SRC) $(ORACLE_SRC) $(HARNESS_SRC) harness/fetch/main.c $(PLUGIN_SRC) $(wildcard qemu-plugins/machine/*.c) $(UNIT_SRC) $(FAKE_QEMU) $(FUZZ_SRC) $(FUZZ_TOOLS) $(BENCH_SRC) $(wildcard tests/guest/*.c tests/guest/lines/*.c tests/planted/*.c) $(INSIDE_SRC) $(INSIDE_PPC64EL_SRC) $(GUEST_SRC) $(wildcard ci/examples/perf-event/*.c) $(filter %.c,$(EXAMPLE_SRC))
ALL_H := $(wildcard $(addsuffix /*.h,models models/* models/*/* fdt acpi oracle/* oracle/*/* qemu harness/* harness/*/* guest qemu-plugins/* tests tests/fake_qemu tests/fuzz tests/guest/inside tests/bench/*)) $(filter %.h,$(EXAMPLE_SRC))
ALL_SH = $(shell find .ci ci guest/init harness/setup labs tests -type f -exec awk 'FNR == 1 && /^.!.*sh$$/ { print FILENAME }' {} +)
does-lint: $(MADE_H)
	@# guest/init is run by busybox.
	@shellcheck --exclude=SC3045 $(ALL_SH)
	@shellcheck --shell=bash harness/cli/completion.bash
	@clang-format --dry-run --Werror $(ALL_C) $(ALL_H)
	@cppcheck --quiet --std=c11 --error-exitcode=1 --enable=warning,performance,portability --inline-suppr \
		--library=gtk '-DG_GNUC_PRINTF(a,b)=' $(TOLD) -I. -I$(MADE) $(EXAMPLE_DIRS) -j $$(nproc) --cppcheck-build-dir=$(call made,$(BUILD)/cppcheck) $(ALL_C)
	@# Each check of a test doubles the paths behind it: the analyzer goes a third of the steps that it goes elsewhere.
	@tests/lint/tidy $(if $(SHARE),--share=$(SHARE)) $(TIDY) -- $(filter-out tests/%,$(ALL_C))
	@tests/lint/tidy $(if $(SHARE),--share=$(SHARE)) $(TIDY) -Xclang -analyzer-config -Xclang max-nodes=75000 -- $(filter tests/%,$(ALL_C))
made = $(shell mkdir -p $(1))$(1)
TIDY = -std=c11 -D_GNU_SOURCE $(TOLD) -I. -I$(MADE) $(EXAMPLE_DIRS) $(GLIB_CFLAGS)

.PHONY: format
format: ## clang-format everything
	clang-format -i $(ALL_C) $(ALL_H)
