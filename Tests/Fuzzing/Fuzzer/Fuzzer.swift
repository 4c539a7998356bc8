// SPDX-License-Identifier: Apache-2.0

import FuzzTargets
import Glibc

/// libFuzzer's own main function, as a function. The two conventions agree on three pointers.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Fuzzes the target that the environment names, `FUZZ_TARGET=request-head`; the arguments are
/// libFuzzer's.
@main
struct Fuzzer {
  private static let target: FuzzTarget = {
    let name = unsafe getenv("FUZZ_TARGET").map { unsafe String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
      let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
      fatalError("FUZZ_TARGET is \(name), expected one of \(names)")
    }
    return target
  }()

  static func main() {
    var count = CommandLine.argc
    var words = unsafe CommandLine.unsafeArgv
    // Safe: the driver reads the arguments of the process; it hands over `count` bytes, or none,
    // for the length of a call.
    let code = unsafe runFuzzer(&count, &words) { start, count in
      unsafe Fuzzer.target.run(Array(UnsafeBufferPointer(start: start, count: count)))
      return 0
    }
    exit(code)
  }
}
