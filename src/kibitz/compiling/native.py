"""Load machine code with LLVM and call it as a C function, without Numba.

Importing Numba takes longer than starting Python, so it is only imported to compile.
"""

from __future__ import annotations

import ctypes
import inspect
import json
import os
import pickle
from dataclasses import dataclass
from typing import Any

import llvmlite.binding as llvm

from kibitz.compiling.signature import Signature

_OK, _NONE = 0, -2  # Numba's status codes for success: a value, or None


@dataclass(frozen=True)
class Code:
    """One compiled function, as it is stored on disk."""

    symbol: str  # its name in `content`
    needed: tuple[str, ...]  # external symbols that it uses, from Python, C or Numba
    results: int  # number of integers it returns: 0 for None, 1, or more for a tuple
    content: bytes  # an object file; LLVM bitcode for a part

    def to_bytes(self) -> bytes:
        """Serialise the code for a file."""
        header = {"symbol": self.symbol, "needed": self.needed, "results": self.results}
        return json.dumps(header).encode() + b"\n" + self.content

    @classmethod
    def from_bytes(cls, data: bytes) -> Code:
        """Parse the result of `to_bytes`. Raises ValueError for anything else."""
        header, _, content = data.partition(b"\n")
        fields = json.loads(header)
        return cls(fields["symbol"], tuple(fields["needed"]), fields["results"], content)


def host() -> tuple[str, str, str]:
    """The target: this machine's triple, CPU and features. Numba's variables can override it."""
    name = os.environ.get("NUMBA_CPU_NAME") or llvm.get_host_cpu_name()
    features = os.environ.get("NUMBA_CPU_FEATURES")
    if features is None:
        features = "" if name.lower() == "generic" else _features()
    return llvm.get_process_triple(), name, features


def _features() -> str:
    """The features of this processor, in LLVM's format."""
    try:
        return str(llvm.get_host_cpu_features().flatten())
    except RuntimeError:  # LLVM does not recognise the processor
        return ""


def missing_symbols(code: Code) -> list[str]:
    """The symbols that `code` needs but this process does not have."""
    return [name for name in code.needed if not llvm.address_of_symbol(name)]


class NativeFunction:
    """A compiled function that Python can call. It runs without the GIL."""

    def __init__(self, code: Code, signature: Signature) -> None:
        self._signature = signature
        self._results = code.results
        self._engine = _engine_with(code)
        address = self._engine.get_function_address(code.symbol)
        if not address:
            raise ValueError(f"the code has no function {code.symbol}")
        self.address: int = address  # valid while this object exists
        # Arguments are 64-bit integers or addresses, which C passes in the same way.
        self._call = ctypes.CFUNCTYPE(ctypes.c_int32)(address)

    def __call__(self, *arguments: Any) -> Any:
        """Call the function. Raises any exception that the compiled code raises."""
        if len(arguments) != len(self._signature):
            expected = len(self._signature)
            raise TypeError(f"expected {expected} arguments, got {len(arguments)}")
        result = (ctypes.c_int64 * max(self._results, 1))()
        problem = ctypes.c_void_p()
        numbers: list[int] = []
        for kind, value in zip(self._signature, arguments, strict=True):
            kind.append(value, numbers)
        status = self._call(result, ctypes.byref(problem), *map(ctypes.c_int64, numbers))
        if status not in (_OK, _NONE):
            raise _exception(problem)
        if self._results == 1:
            return result[0]
        return tuple(result) if self._results else None


def target_machine() -> Any:
    """LLVM's code generator for this processor, with the options that Numba uses."""
    _initialize()
    triple, processor, features = host()
    options: dict[str, Any] = {"cpu": processor, "features": features, "opt": 3}
    options["reloc"] = "static" if triple.startswith(("x86", "i386")) else "default"
    options["codemodel"] = "jitdefault"
    if "jit" in inspect.signature(llvm.Target.create_target_machine).parameters:
        options["jit"] = True
    return llvm.Target.from_triple(triple).create_target_machine(**options)


def _engine_with(code: Code) -> Any:
    """An LLVM execution engine for `code` alone."""
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target_machine())
    engine.add_object_file(llvm.ObjectFileRef.from_data(code.content))
    engine.finalize_object()
    return engine


def _initialize() -> None:
    """Initialise LLVM; calling it more than once is harmless."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


class _ExceptionInfo(ctypes.Structure):
    """Numba's description of an exception: a pickle of (class, arguments, location)."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("size", ctypes.c_int32),
        ("values", ctypes.c_void_p),
        ("unwrap", ctypes.c_void_p),
        ("count", ctypes.c_int32),
    )


def _exception(problem: ctypes.c_void_p) -> BaseException:
    """The exception that compiled code raised."""
    if problem.value is None:
        return RuntimeError("compiled code failed without a reason")
    found = _ExceptionInfo.from_address(problem.value)
    data = ctypes.string_at(found.data, found.size)
    kind, arguments, _ = pickle.loads(data)  # noqa: S301 - part of signed code
    is_dynamic = found.count > 0  # arguments known only at run time are not decoded
    exception: BaseException = kind() if is_dynamic else kind(*arguments)
    return exception
