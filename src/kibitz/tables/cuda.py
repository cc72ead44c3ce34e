"""Use a CUDA GPU through its driver: compile a source file, allocate arrays, launch kernels.

It needs only the CUDA driver and a CUDA compiler, NVRTC or nvcc. It calls the driver's functions
directly and raises their errors as TableError.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from ctypes import byref, c_char_p, c_int, c_size_t, c_uint, c_uint64, c_void_p
from pathlib import Path
from typing import Any

from kibitz.core.errors import TableError

_MAJOR, _MINOR = 75, 76  # the device attributes of the compute capability
DRIVER = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
NVCC = "/usr/local/cuda/bin/nvcc"  # tried if nvcc is not on the PATH
_PLACES = ("/usr/local/cuda/lib64", "/usr/local/cuda/targets/x86_64-linux/lib")
_THREADS = 256  # per block


class Cuda:
    """The first GPU of this machine. Raises TableError if none can be used."""

    def __init__(self, library: str = DRIVER) -> None:
        try:
            self._driver = ctypes.CDLL(library)
        except OSError:
            problem = f"the CUDA driver {library} is missing"
            raise TableError("no_gpu", problem=problem) from None
        self._call("cuInit", 0)
        device = c_int()
        self._call("cuDeviceGet", byref(device), 0)
        text = ctypes.create_string_buffer(128)
        self._call("cuDeviceGetName", text, 128, device)
        self.name: str = text.value.decode()
        version = []
        for part in (_MAJOR, _MINOR):
            number = c_int()
            self._call("cuDeviceGetAttribute", byref(number), part, device)
            version.append(number.value)
        self.architecture: str = f"compute_{version[0]}{version[1]}"
        context = c_void_p()
        self._call("cuDevicePrimaryCtxRetain", byref(context), device)
        self._call("cuCtxSetCurrent", context)

    def _call(self, function: str, *arguments: Any) -> None:
        code = getattr(self._driver, function)(*arguments)
        if code:
            reason = c_char_p()
            self._driver.cuGetErrorString(code, byref(reason))
            problem = (reason.value or b"unknown error").decode()
            raise TableError("no_gpu", problem=f"{function}: {problem}")

    @property
    def free_memory(self) -> int:
        """The free memory in bytes."""
        free, total = c_size_t(), c_size_t()
        self._call("cuMemGetInfo_v2", byref(free), byref(total))
        return free.value

    def load(self, source: Path, macros: Mapping[str, int]) -> Kernels:
        """Compile a source file with these macros and load its kernels."""
        options = [f"-D{name}={value}" for name, value in macros.items()]
        code = compile_source(source, self.architecture, options)
        module = c_void_p()
        self._call("cuModuleLoadData", byref(module), code)
        return Kernels(self, module)

    def empty(self, kind: Any, length: int) -> GpuArray:
        """An uninitialized array of `length` numbers."""
        return GpuArray(self, kind, length)

    def array(self, values: Any) -> GpuArray:
        """A copy of a NumPy array."""
        found = GpuArray(self, values.dtype, len(values))
        found.fill(values)
        return found


class GpuArray:
    """An array in the memory of a GPU, freed with its last reference."""

    def __init__(self, cuda: Cuda, kind: Any, length: int) -> None:
        import numpy as np

        self._cuda = cuda
        self._kind = np.dtype(kind)
        self._length = length
        self.nbytes: int = length * self._kind.itemsize
        self.address: c_uint64 = c_uint64()
        cuda._call("cuMemAlloc_v2", byref(self.address), c_size_t(max(self.nbytes, 16)))

    def __len__(self) -> int:
        return self._length

    def __del__(self) -> None:
        if self.address.value:
            self._cuda._driver.cuMemFree_v2(self.address)

    def fill(self, values: Any) -> None:
        """Copy a NumPy array of the same length into it."""
        import numpy as np

        source = np.ascontiguousarray(values, self._kind)
        assert len(source) == self._length
        if self.nbytes:
            at = c_void_p(source.ctypes.data)
            self._cuda._call("cuMemcpyHtoD_v2", self.address, at, c_size_t(self.nbytes))

    def to_host(self) -> Any:
        """A copy of it as a NumPy array."""
        import numpy as np

        found = np.empty(self._length, self._kind)
        if self.nbytes:
            at = c_void_p(found.ctypes.data)
            self._cuda._call("cuMemcpyDtoH_v2", at, self.address, c_size_t(self.nbytes))
        return found


class Kernels:
    """The kernels of one source file."""

    def __init__(self, cuda: Cuda, module: c_void_p) -> None:
        self._cuda = cuda
        self._module = module
        self._found: dict[str, c_void_p] = {}

    def launch(self, name: str, threads: int, *arguments: Any) -> None:
        """Run a kernel in at least `threads` threads.

        Arguments are ctypes numbers, structures and arrays. Kernels run in the order of launches.
        """
        if name not in self._found:
            function = c_void_p()
            self._cuda._call(
                "cuModuleGetFunction", byref(function), self._module, c_char_p(name.encode())
            )
            self._found[name] = function
        held = [one.address if isinstance(one, GpuArray) else one for one in arguments]
        pointers = (c_void_p * len(held))(*(ctypes.addressof(one) for one in held))
        blocks = max(1, -(-threads // _THREADS))
        one, none = c_uint(1), c_uint(0)
        self._cuda._call(
            "cuLaunchKernel", self._found[name],
            c_uint(blocks), one, one, c_uint(_THREADS), one, one,
            none, c_void_p(), pointers, c_void_p(),
        )  # fmt: skip


def compile_source(source: Path, architecture: str, options: Sequence[str]) -> bytes:
    """Compile the source to PTX, the GPU's assembly language, with NVRTC or else nvcc."""
    library = _find_nvrtc()
    if library is not None:
        return _by_nvrtc(library, source, [f"--gpu-architecture={architecture}", *options])
    compiler = shutil.which("nvcc") or NVCC
    if not Path(compiler).exists():
        raise TableError("no_gpu", problem="neither NVRTC nor nvcc is installed")
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "source.ptx"
        goal = [f"-arch={architecture}", "-o", str(target), str(source)]
        command = [compiler, "-ptx", *options, *goal]
        run = subprocess.run(command, capture_output=True, text=True)  # noqa: S603 - fixed arguments
        if run.returncode:
            reason = run.stderr.strip()
            raise TableError("no_gpu", problem=f"nvcc cannot compile {source.name}: {reason}")
        return target.read_bytes()


def _find_nvrtc() -> Any:
    """The NVRTC library of the system or of a Python package; None if there is none."""
    names = [f"libnvrtc.so{version}" for version in ("", ".13", ".12", ".11.2")]
    if sys.platform == "win32":
        names = [f"nvrtc64_{version}_0.dll" for version in ("130", "120", "112")]
    folders = ["", *_PLACES]
    for package in ("cu13", "cuda_nvrtc"):
        folders += [os.path.join(path, "nvidia", package, "lib") for path in sys.path]
    for folder in folders:
        for name in names:
            try:
                return ctypes.CDLL(os.path.join(folder, name))
            except OSError:
                continue
    return None


def _by_nvrtc(library: Any, source: Path, options: Sequence[str]) -> bytes:
    program = c_void_p()
    text, name = c_char_p(source.read_bytes()), c_char_p(source.name.encode())
    library.nvrtcCreateProgram(byref(program), text, name, 0, None, None)
    encoded = (c_char_p * len(options))(*(option.encode() for option in options))
    failed = library.nvrtcCompileProgram(program, len(options), encoded)
    what = "Log" if failed else "PTX"
    size = c_size_t()
    prefix = "nvrtcGetProgram" if failed else "nvrtcGet"
    getattr(library, f"{prefix}{what}Size")(program, byref(size))
    found = ctypes.create_string_buffer(size.value)
    getattr(library, f"{prefix}{what}")(program, found)
    library.nvrtcDestroyProgram(byref(program))
    if failed:
        log = found.value.decode(errors="replace").strip()
        raise TableError("no_gpu", problem=f"NVRTC cannot compile {source.name}: {log}")
    return found.raw
