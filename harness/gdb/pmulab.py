# SPDX-License-Identifier: GPL-2.0-or-later
# Commands for gdb in a pmulab guest: the machine's registers, and stops at accesses to them. pmulab.gdb beside
# this file sources it.
#
#     info pmulab                         the blocks
#     info pmulab BLOCK                   a block's registers, with their values
#     info pmulab BLOCK.REGISTER          a register, field by field
#     pmulab break BLOCK[.REGISTER]       stop after the next accesses to it; one place at a time
#     pmulab break any                    ... to any register
#     pmulab break never                  ... no more
#
# A value is the one that a read would return now; showing it is no access.
import json
import os
import queue
import socket
import threading

import gdb


class Window:
    """The connection to the guest's plugin: requests and answers, and reports of awaited accesses."""

    LIMIT_S = 10

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.socket.connect(path)
        self.answers = queue.Queue()
        self.stopped_at = None  # time in ns and CPU of the access
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while True:
            try:
                message = self.socket.recv(65536).decode()
            except OSError:
                message = ""
            if not message:
                self.answers.put("! the guest has ended")
                return
            if message.startswith("stop "):
                self.stopped_at = tuple(int(word) for word in message.split()[1:3])
                gdb.post_event(lambda: gdb.execute("interrupt"))
            else:
                self.answers.put(message)

    def ask(self, request):
        """The words of the answer after its time."""
        self.socket.send(request.encode())
        try:
            words = self.answers.get(timeout=self.LIMIT_S).split()
        except queue.Empty:
            raise gdb.GdbError("pmulab: the guest does not answer")
        if words[0] == "!":
            raise gdb.GdbError("pmulab: " + " ".join(words[1:]))
        return words[2:]


class Register:
    def __init__(self, block, description):
        self.block = block
        self.description = description
        self.name = description["name"]
        self.offset = int(description["offset"], 16)
        self.bytes = description["width"] // 8

    def place(self):
        return f"{self.block.number}:{self.offset}:{self.bytes}"

    def span(self):
        """Where its accesses begin: at its number, or at its bytes."""
        return f"{self.offset} {self.offset + (1 if self.block.numbered else self.bytes)}"

    def content(self, field, value):
        return value >> field["lsb0_low"] & (1 << field["width"]) - 1

    def name_of(self, field, value):
        """The name of the field's content, or None."""
        contents = {other["name"]: self.content(other, value) for other in self.description["fields"]}
        lists = [field["values"]]
        for dependent in field["values_while"]:
            if contents[dependent["field"]] == int(dependent["value"], 16):
                lists.insert(0, dependent["values"])
        for values in lists:
            for named in values:
                if int(named["value"], 16) == contents[field["name"]]:
                    return named["name"]
        return None

    def fields(self, value):
        """Fields that are not 0, in one line."""
        shown = []
        for field in self.description["fields"]:
            content = self.content(field, value)
            if content and (field["access"] != "RV" and len(self.description["fields"]) > 1):
                shown.append(f"{field['name']}={self.name_of(field, value) or (content if content < 10 else hex(content))}")
        return " ".join(shown)

    def hex(self, value):
        return f"0x{value:0{self.description['width'] // 4}x}"

    def table(self, value):
        yield f"{self.block.name}.{self.name} = {self.hex(value)}  {self.description['prose']}"
        rows = [("bits", "field", "value", "name", "meaning")]
        for field in self.description["fields"]:
            content = self.content(field, value)
            if content or field["access"] != "RV":
                rows.append((field["bits"], field["name"], str(content) if content < 10 else hex(content),
                             self.name_of(field, value) or "", field["prose"]))
        widths = [max(len(row[i]) for row in rows) for i in range(4)]
        for row in rows:
            yield f"  {row[0]:>{widths[0]}}  {row[1]:<{widths[1]}}  {row[2]:>{widths[2]}}  {row[3]:<{widths[3]}}  {row[4]}".rstrip()


class Block:
    def __init__(self, instance, description):
        self.name = instance["name"]
        self.number = instance["number"]
        self.prose = description["prose"]
        self.numbered = description["numbered"]
        self.registers = [Register(self, register) for register in description["registers"]]

    def span(self):
        return f"0 {2 ** 32 - 1}"


class Machine:
    """The blocks of the running machine."""

    def __init__(self, folder):
        with open(os.path.join(folder, "registers.json"), encoding="utf-8") as file:
            machine = json.load(file)["machines"][0]
        self.window = Window(os.path.join(folder, "window"))
        self.blocks = [Block(instance, block) for block in machine["blocks"] for instance in block["instances"]]

    def there(self):
        """This guest's current blocks, with a readable register. A CPU that is off has none."""
        words = self.window.ask("peek " + " ".join(block.registers[0].place() for block in self.blocks))
        return [block for block, word in zip(self.blocks, words) if word != "-"]

    def block(self, name):
        """The block with this name, or None. Variants of a block share its name; the guest has one of them."""
        named = [block for block in self.blocks if block.name.lower() == name.lower()]
        if len(named) > 1:
            named = [block for block in self.there() if block in named] or named
        return named[0] if named else None

    def find(self, path):
        """The block, and the register or None. Names of blocks can have dots."""
        block = self.block(path)
        if block:
            return block, None
        name, dot, rest = path.rpartition(".")
        block = self.block(name)
        if not block:
            raise self.no_block(name or path)
        for register in block.registers:
            if register.name.lower() == rest.lower():
                return block, register
        raise gdb.GdbError(f"{block.name} has no register '{rest}'; there are: " + ", ".join(r.name for r in block.registers))

    def no_block(self, name):
        return gdb.GdbError(f"no block '{name}'; there are: " + ", ".join(block.name for block in self.there()))

    def values(self, registers):
        words = self.window.ask("peek " + " ".join(register.place() for register in registers))
        return [None if word == "-" else int(word, 16) for word in words]


class InfoPmulab(gdb.Command):
    """Registers of pmulab's hardware: info pmulab [BLOCK[.REGISTER]]"""

    def __init__(self, machine):
        super().__init__("info pmulab", gdb.COMMAND_STATUS)
        self.machine = machine

    def invoke(self, argument, from_tty):
        if not argument.strip():
            there = self.machine.there()
            width = max(len(block.name) for block in there)
            for block in there:
                print(f"{block.name:<{width}}  {block.prose}")
            return
        block, register = self.machine.find(argument.strip())
        registers = [register] if register else block.registers
        values = self.machine.values(registers)
        if all(value is None for value in values):
            raise self.machine.no_block(block.name)
        if register and values[0] is not None:
            print("\n".join(register.table(values[0])))
            return
        width = max(len(r.name) for r in registers)
        digits = max(len(r.hex(0)) for r in registers)
        for r, value in zip(registers, values):
            shown = "-" if value is None else r.hex(value)
            print(f"{r.name:<{width}}  {shown:<{digits}}  {r.fields(value or 0)}".rstrip())

    def complete(self, text, word):
        return complete(self.machine, text, word)


def complete(machine, text, word):
    names = []
    for block in machine.there():
        names.append(block.name)
        if text.lower().startswith(block.name.lower() + "."):
            names += [f"{block.name}.{register.name}" for register in block.registers]
    skipped = len(text) - len(word)  # gdb completes from the last dot on
    return [name[skipped:] for name in names if name.lower().startswith(text.lower())]


class Pmulab(gdb.Command):
    """Commands for pmulab's hardware: pmulab break. Registers: info pmulab."""

    def __init__(self):
        super().__init__("pmulab", gdb.COMMAND_RUNNING, gdb.COMPLETE_NONE, True)


class PmulabBreak(gdb.Command):
    """Stop behind each access to a register of pmulab's: pmulab break BLOCK[.REGISTER]|any|never"""

    def __init__(self, machine):
        super().__init__("pmulab break", gdb.COMMAND_BREAKPOINTS)
        self.machine = machine
        self.request = None
        self.what = None
        gdb.events.stop.connect(self.stopped)
        gdb.events.exited.connect(lambda event: self.forget())

    def forget(self):
        self.request = self.what = None

    def invoke(self, argument, from_tty):
        argument = argument.strip()
        if argument in ("", "never"):
            self.machine.window.ask("stop never")
            self.forget()
            return
        if argument == "any":
            self.request, self.what = "stop any", (None, None)
        else:
            block, register = self.machine.find(argument)
            self.request, self.what = f"stop {block.number} {(register or block).span()}", (block, register)
        self.machine.window.ask(self.request)

    def stopped(self, event):
        at, self.machine.window.stopped_at = self.machine.window.stopped_at, None
        if not at or not self.request:
            return
        block, register = self.what
        place = f"{block.name}.{register.name}" if register else block.name if block else "a register"
        print(f"pmulab: {place} was accessed by CPU {at[1]} at {at[0] / 1e9:.9f} s")
        if register:
            value = self.machine.values([register])[0]
            print(f"        it reads as {register.hex(value)}  {register.fields(value)}".rstrip())
        self.machine.window.ask(self.request)

    def complete(self, text, word):
        return complete(self.machine, text, word) + [w for w in ("any", "never") if w.startswith(text)]


pmulab_machine = Machine(pmulab_folder)
InfoPmulab(pmulab_machine)
Pmulab()
PmulabBreak(pmulab_machine)
