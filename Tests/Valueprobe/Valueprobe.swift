// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Answers `make conformance`: a line of input is a subject and its arguments in base64, a line of
/// output is `yes` and a result in base64, or `no` and the error.
@main
enum Valueprobe {
  static func main() {
    while let line = readLine() {
      FileHandle.standardOutput.write(Data((answer(to: line) + "\n").utf8))
    }
  }

  private static func answer(to line: String) -> String {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard let subject = Subject(rawValue: String(words[0])) else {
      let known = Subject.allCases.map(\.rawValue).joined(separator: ", ")
      fatalError("unknown subject “\(words[0])”; expected one of \(known)")
    }
    do {
      let arguments = words.dropFirst().map { [UInt8](Data(base64Encoded: String($0)) ?? Data()) }
      return "yes " + Data(try subject.result(for: arguments)).base64EncodedString()
    } catch {
      return "no " + Data("\(error)".utf8).base64EncodedString()
    }
  }
}
