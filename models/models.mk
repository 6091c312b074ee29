# SPDX-License-Identifier: GPL-2.0-or-later
# The models' tables, made of their descriptions: of registers, docs/systemrdl.md;
# of events, docs/events.md.
RDL        := $(wildcard models/*/*.rdl models/*/*/*.rdl)
RDL_H      := $(RDL:%=$(MADE)/%.h)
RDL_OBJ    := $(RDL:%=$(BUILD)/obj/%.o)
TABLES     := $(BUILD)/obj/models/rdl/tables
TABLES_OBJ := $(call obj,$(wildcard models/rdl/*.c models/reg/*.c))
EVENTS     := $(wildcard models/*/*.events models/*/*/*.events)
LISTS      := $(BUILD)/obj/models/events/lists
LISTS_OBJ  := $(call obj,$(wildcard models/events/*.c))
MADE_H     := $(RDL_H) $(EVENTS:%=$(MADE)/%.h)
MADE_OBJ   := $(RDL_OBJ) $(EVENTS:%=$(BUILD)/obj/%.o)

# Text in every binary with the models.
CATALOGUE_C := $(patsubst %.imc,$(BUILD)/obj/%_catalogue_text.c,$(wildcard models/power9/*.imc))

# Their own objects are built before there are tables. A planted bug's tree has
# the programs with their time, and makes only the tables that the bug changes.
$(TABLES_OBJ) $(LISTS_OBJ): $(BUILD)/obj/%.o: %.c | have-packages
	$(call SAY,CC) $(COMPILE)
$(TABLES): $(TABLES_OBJ)
$(LISTS): $(LISTS_OBJ)
$(TABLES) $(LISTS):
	$(call SAY,LD) $(CC) -fno-lto $(CFLAGS) $(LDFLAGS) -o $@ $^
$(MADE)/%.rdl.h $(MADE)/%.rdl.c: %.rdl $(TABLES)
	$(call SAY,GEN) $(TABLES) $< $(MADE)/$<.h $(MADE)/$<.c
$(MADE)/%.events.h $(MADE)/%.events.c: %.events $(LISTS)
	$(call SAY,GEN) $(LISTS) $< $(MADE)/$<.h $(MADE)/$<.c $(MADE)/$<.d
# Files that others include.
$(MADE)/models/epyc/apic.rdl.h $(MADE)/models/epyc/apic.rdl.c: models/x86/lvt.rdl
SNBEP_BOXES := $(addprefix $(MADE)/models/snbep/,imc snbep ivt hsx skx spr)
$(SNBEP_BOXES:=.rdl.h) $(SNBEP_BOXES:=.rdl.c): models/snbep/pmon.rdl
$(MADE_OBJ): $(BUILD)/obj/%.o: $(MADE)/%.c
	$(call SAY,CC) $(COMPILE)

$(CATALOGUE_C): $(BUILD)/obj/%_catalogue_text.c: %.imc
	$(call SAY,GEN) sed -e 's/[\\"]/\\&/g' -e 's/.*/    "&\\n"/' -e '1i #include "models/power9/catalogue.h"\nconst char $(*F)_catalogue_text[] =' -e '$$a ;' $< >$@
$(CATALOGUE_C:.c=.o): %.o: %.c
	$(call SAY,CC) $(COMPILE)
