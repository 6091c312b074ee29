# SPDX-License-Identifier: GPL-2.0-or-later
# pmulab: `make help` lists the targets. All output goes to build/.

VERSION := 0.2.0

PREFIX  ?= /usr/local
BINDIR  ?= $(PREFIX)/bin
LIBDIR  ?= $(PREFIX)/lib
DATADIR ?= $(PREFIX)/share
INCLUDEDIR ?= $(PREFIX)/include
MANDIR  ?= $(DATADIR)/man
DOCDIR  ?= $(DATADIR)/doc/pmulab
DESTDIR ?=
# `make SANITIZE=1` builds with ASan and UBSan, in a separate folder.
BUILD   ?= build$(if $(SANITIZE),/sanitize)
CC      ?= cc

WARN   := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wcast-qual -Wwrite-strings
# WERROR=-Werror, as CI has it, makes warnings errors. A user's compiler may know more warnings than ours.
WERROR ?=
CFLAGS ?= $(if $(SANITIZE),-O1,-O2) -g1
# The same bytes wherever the tree is: saved guests depend on a plugin's bytes.
SAME := -ffile-prefix-map=$(CURDIR)=.
# Headers that the build makes.
MADE := $(BUILD)/obj/made
STANDARD := -std=c11 -D_GNU_SOURCE -fPIC -fvisibility=hidden -pthread -I. -I$(MADE) $(SAME) $(WARN) $(WERROR) -MMD -MP
COMPILE   = $(CC) $(STANDARD) $(GLIB_CFLAGS) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<
# Without -fno-lto, gcc would optimize such objects as a whole in every link.
LINK      = $(CC) -pthread $(if $(findstring -flto,$(CFLAGS)),$(SAME),-fno-lto) $(CFLAGS) $(LDFLAGS) -o $@ $^
ifneq ($(SANITIZE),)
SANITIZER := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
# gcc gives extra warnings for paths that sanitizers add; the plain build has
# the relevant ones.
override CFLAGS += $(SANITIZER) $(if $(filter-out 0,$(IS_GCC)),-Wno-format-overflow)
endif

IS_GCC     := $(shell $(CC) -v 2>&1 | grep -c '^gcc version')
PKG_CONFIG ?= pkg-config
LIBS       := glib-2.0 gio-2.0 gio-unix-2.0 json-glib-1.0 liblzma libzstd libdw libelf libmicrohttpd
# Queried once, at the first compilation. Only newer packages of libfdt have a
# pkg-config file.
once = $(eval $(1) := $(shell $(2)))$($(1))
GLIB_CFLAGS  = $(call once,GLIB_CFLAGS,$(PKG_CONFIG) --cflags $(LIBS))
HARNESS_LIBS = $(call once,HARNESS_LIBS,$(PKG_CONFIG) --libs $(LIBS) | sed 's/$$/ -lfdt/')
PLUGIN_LIBS  = $(call once,PLUGIN_LIBS,$(PKG_CONFIG) --libs glib-2.0 libzstd | sed 's/$$/ -lfdt/')

# A register access runs small functions of many files. Whole-program
# optimization makes it at least a tenth faster. Objects also contain ordinary
# code for other links. Only with gcc: clang needs another linker for this.
ifeq ($(SANITIZE),)
WHOLE = $(if $(filter-out 0,$(IS_GCC)),-flto=auto -ffat-lto-objects -frandom-seed=$@)
endif

MODEL_SRC   := $(filter-out models/rdl/main.c models/events/main.c,$(wildcard models/*.c models/*/*.c models/*/*/*.c))
FDT_SRC     := $(wildcard fdt/*.c)
ACPI_SRC    := $(wildcard acpi/*.c)
ORACLE_SRC  := $(wildcard oracle/*/*.c oracle/*/*/*.c)
HARNESS_SRC := $(filter-out harness/fetch/main.c,$(wildcard harness/*/*.c harness/*/*/*.c))
FETCH_SRC   := $(wildcard harness/base/*.c harness/setup/*.c harness/fetch/*.c) $(addprefix harness/format/,cpio.c cpio_tree.c elf.c xz.c)
PLUGIN_SRC  := $(filter-out qemu-plugins/machine/%,$(wildcard qemu-plugins/*/*.c))
MACHINES    := $(patsubst qemu-plugins/machine/%.c,%,$(wildcard qemu-plugins/machine/*.c))

comma := ,
obj = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))

include models/models.mk
.DEFAULT_GOAL := all

MODEL_OBJ   := $(call obj,$(MODEL_SRC)) $(CATALOGUE_C:.c=.o) $(MADE_OBJ)
FDT_OBJ     := $(call obj,$(FDT_SRC))
ACPI_OBJ    := $(call obj,$(ACPI_SRC))
ORACLE      := $(BUILD)/liboracle.a
PLUGIN_FDT  := $(call obj,fdt/board_tree.c fdt/kunpeng_tree.c fdt/pmcu_node.c fdt/device_node.c)

PMULAB  := $(BUILD)/pmulab
PLUGINS := $(patsubst %,$(BUILD)/pmulab-%.so,$(MACHINES))

# One short line for each thing built; `make V=1` shows the commands.
ifeq ($(V),)
SAY = @mkdir -p $(@D); printf '  %-5s %s\n' $(1) $(patsubst $(BUILD)/%,%,$@);
else
SAY = @mkdir -p $(@D); set -x;
endif

# Parallel by default. (make 4.3 does not report -j while it reads this file, so
# its command line is checked.) Built-in rules are off: make would try them for
# each of thousands of files. There is one job more than processors, because one
# may fetch.
MAKEFLAGS += --no-print-directory --no-builtin-rules
ifeq ($(MAKELEVEL)$(filter -j% --jobs%,$(shell tr '\0' ' ' </proc/$$PPID/cmdline)),0)
MAKEFLAGS += -j$(shell expr $$(nproc) + 1)
endif

.PHONY: all help clean
all: $(PMULAB) $(PLUGINS) $(BUILD)/pmcu-report ## build the command and the plugins

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile $(TESTS_MK) | expand -t 15

# Distribution packages. A build installs nothing: it names what is missing, in a few milliseconds.
PACKAGES := harness/setup/packages
.PHONY: deps have-packages
deps: ## install what pmulab is built and run with (Debian, as root)
	@$(PACKAGES) install run
have-packages:
	@test ! -x $(PACKAGES) || $(PACKAGES) tell build

# $(BUILD)/set/NAME has the value of the variable NAME, and changes with it.
.PHONY: FORCE
$(BUILD)/set/%: FORCE
	@mkdir -p $(@D); echo '$($*)' | cmp -s - $@ || echo '$($*)' >$@

$(BUILD)/obj/%.o: %.c | have-packages $(MADE_H)
	$(call SAY,CC) $(COMPILE)

# Most files of the harness and of the unit tests include GLib's headers: gcc
# precompiles them once for each set of flags. Otherwise it reads the header
# itself. Other compilers do not use this, and detect missing includes.
PRECOMPILE = $(call SAY,CC) echo '\#include <glib.h>' >$(@:.gch=) && $(CC) $(PLAIN) $(GLIB_CFLAGS) $(CPPFLAGS) $(CFLAGS) -x c-header -o $@ $(@:.gch=)
ifneq ($(IS_GCC),0)
PLAIN  := $(STANDARD)
GLIB_H := $(BUILD)/obj/glib.h
$(GLIB_H).gch: | have-packages
	$(PRECOMPILE)
$(call obj,$(HARNESS_SRC) harness/fetch/main.c): $(GLIB_H).gch
$(call obj,$(HARNESS_SRC) harness/fetch/main.c): private STANDARD += -include $(GLIB_H)
endif

include guest/guest.mk harness/cli/resources.mk

# For the command: its version, and where plugins and labs are, seen from BINDIR.
PLUGINS_AT := $(shell realpath -ms --relative-to=$(BINDIR) $(LIBDIR)/pmulab)
LABS_AT    := $(shell realpath -ms --relative-to=$(BINDIR) $(DATADIR)/pmulab/labs)
TOLD := -DPMULAB_VERSION='"$(VERSION)"' -DPMULAB_PLUGINS_AT='"$(PLUGINS_AT)"' -DPMULAB_LABS_AT='"$(LABS_AT)"'
TOLD_OBJ := $(call obj,harness/cli/version.c harness/machine/machines.c harness/lab/lab_find.c)
$(TOLD_OBJ): STANDARD += $(TOLD)
$(TOLD_OBJ): $(BUILD)/set/VERSION $(BUILD)/set/PLUGINS_AT $(BUILD)/set/LABS_AT

# A second opinion on the models, which shares nothing with them.
ARCHIVE = $(call SAY,AR) rm -f $@ && $(AR) rcs --thin $@ $^
$(ORACLE): $(call obj,$(ORACLE_SRC))
	$(ARCHIVE)

# build/fetch is the part of the command that fetches, for `make demo`.
$(PMULAB): $(call obj,$(HARNESS_SRC)) $(FDT_OBJ) $(ACPI_OBJ) $(MODEL_OBJ) $(BUILD)/obj/harness/cli/guest_files.o $(ORACLE)
$(BUILD)/fetch: $(call obj,$(FETCH_SRC)) $(BUILD)/obj/harness/cli/guest_files.o
$(PMULAB) $(BUILD)/fetch:
	$(call SAY,LD) $(LINK) $(HARNESS_LIBS) $(LDLIBS)

# QEMU provides the calls of its plugin API when it loads the file.
$(MODEL_OBJ) $(PLUGIN_FDT) $(call obj,$(PLUGIN_SRC)) $(MACHINES:%=$(BUILD)/obj/qemu-plugins/machine/%.o) $(PLUGINS): private override CFLAGS += $(WHOLE)
$(BUILD)/pmulab-%.so: $(BUILD)/obj/qemu-plugins/machine/%.o $(call obj,$(PLUGIN_SRC)) $(PLUGIN_FDT) $(MODEL_OBJ)
	$(call SAY,LD) $(LINK) -shared $(PLUGIN_LIBS) -ldl

# Packages come first; then a separate make runs does-TARGET, and finds them.
DEMO := scenarios/snbep/first-light.scn
.PHONY: setup fetch-demo demo does-demo
setup: $(PMULAB) ## fetch QEMU and the guests of the machines
	@$(PMULAB) setup
demo: deps ## from nothing to a figure of perf's that is proved
	@$(MAKE) does-demo
# The network works while the compiler does. Plain lines mix with the compiler's.
does-demo:
	@$(MAKE) $(BUILD)/fetch
	@$(MAKE) fetch-demo $(PMULAB) $(BUILD)/pmulab-snbep.so
	@$(PMULAB) setup $(DEMO)
	@$(PMULAB) run --show $(DEMO)
fetch-demo:
	@TERM=dumb $(BUILD)/fetch qemu-system-x86_64 amd64

# Installed files, as MODE:FILE:PLACE. flat puts files into a folder, tree keeps
# their paths below it.
flat = $(foreach f,$(3),$(1):$f:$(2)/$(notdir $f))
tree = $(foreach f,$(3),$(1):$f:$(2)/$f)
INSTALLED = $(call flat,755,$(BINDIR),$(PMULAB) $(PMCU_REPORT)) \
	$(call flat,755,$(LIBDIR)/pmulab,$(PLUGINS)) \
	644:guest/pmulab_mark.h:$(INCLUDEDIR)/pmulab_mark.h \
	644:harness/cli/completion.bash:$(DATADIR)/bash-completion/completions/pmulab \
	$(call flat,644,$(MANDIR)/man1,$(wildcard docs/*.1)) \
	$(call tree,644,$(DATADIR)/pmulab,$(shell find scenarios -name "*.scn" -o -name "*.dts" -o -name "*.txt") $(wildcard hardware/*) $(wildcard labs/*/*.lab labs/*/*.scn)) \
	$(call tree,755,$(DATADIR)/pmulab,$(filter-out %.lab %.scn,$(wildcard labs/*/*))) \
	$(call tree,644,$(DOCDIR),COPYING $(wildcard *.md docs/*.md docs/*.svg docs/hardware/*.md) $(shell find examples -type f))
.PHONY: install uninstall
install: all ## to PREFIX (/usr/local), BINDIR, LIBDIR, DATADIR, INCLUDEDIR, MANDIR and DOCDIR, below DESTDIR
	@IFS=:; for i in $(INSTALLED); do set -- $$i; install -D -m $$1 $$2 "$(DESTDIR)$$3" || exit 1; done
uninstall: ## the same files, with the folders that only they were in
	@for i in $(INSTALLED); do rm -f "$(DESTDIR)$${i##*:}"; done
	@for d in $(LIBDIR)/pmulab $(DATADIR)/pmulab $(DOCDIR); do \
		test ! -d "$(DESTDIR)$$d" || find "$(DESTDIR)$$d" -depth -type d -empty -delete; done

clean: ## remove build/
	rm -rf $(BUILD)

# Sources without tests have no such file.
TESTS_MK := $(wildcard tests/tests.mk)
include $(TESTS_MK)

.DELETE_ON_ERROR .SECONDARY:
-include $(shell find $(BUILD)/obj $(BUILD)/fuzz/obj -name '*.d' 2>/dev/null)
