# SPDX-License-Identifier: GPL-2.0-or-later
# The models' tables of registers, made of their descriptions: docs/systemrdl.md.
RDL        := $(wildcard models/*/*.rdl models/*/*/*.rdl)
RDL_H      := $(RDL:%=$(MADE)/%.h)
RDL_OBJ    := $(RDL:%=$(BUILD)/obj/%.o)
TABLES     := $(BUILD)/obj/models/rdl/tables
TABLES_OBJ := $(call obj,$(wildcard models/rdl/*.c models/reg/*.c))

# Text in every binary with the models.
CATALOGUE_C := $(patsubst %.imc,$(BUILD)/obj/%_catalogue_text.c,$(wildcard models/power9/*.imc))

# Its own objects are built before there are tables. A planted bug's tree has it
# with its time, and makes only the tables that the bug changes.
$(TABLES_OBJ): $(BUILD)/obj/%.o: %.c | have-packages
	$(call SAY,CC) $(COMPILE)
$(TABLES): $(TABLES_OBJ)
	$(call SAY,LD) $(CC) -fno-lto $(CFLAGS) $(LDFLAGS) -o $@ $^
$(MADE)/%.rdl.h $(MADE)/%.rdl.c: %.rdl $(TABLES)
	$(call SAY,GEN) $(TABLES) $< $(MADE)/$<.h $(MADE)/$<.c
$(RDL_OBJ): $(BUILD)/obj/%.o: $(MADE)/%.c
	$(call SAY,CC) $(COMPILE)

$(CATALOGUE_C): $(BUILD)/obj/%_catalogue_text.c: %.imc
	$(call SAY,GEN) sed -e 's/[\\"]/\\&/g' -e 's/.*/    "&\\n"/' -e '1i #include "models/power9/catalogue.h"\nconst char $(*F)_catalogue_text[] =' -e '$$a ;' $< >$@
$(CATALOGUE_C:.c=.o): %.o: %.c
	$(call SAY,CC) $(COMPILE)
