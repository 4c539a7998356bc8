// SPDX-License-Identifier: Apache-2.0

import SQL

/// The values of a statement as libpq takes them: texts and bytes as they are, which needs no escaping
/// and no end mark, numbers as text, whose type the server finds out.
struct Parameters {
  private var bytes: [UInt8] = []
  /// Where each value begins; `nil` for NULL.
  private var starts: [Int?] = []
  private var lengths: [Int32] = []
  private var formats: [Int32] = []

  init(_ values: [any SQLConvertible]) {
    for value in values {
      switch value.sqlValue {
      case .null: append(nil, isBinary: false)
      case .integer(let number): append(Array("\(number)".utf8), isBinary: false)
      case .real(let number): append(Array("\(number)".utf8), isBinary: false)
      case .text(let text): append(Array(text.utf8), isBinary: true)
      case .blob(let blob): append(blob, isBinary: true)
      }
    }
  }

  private mutating func append(_ value: [UInt8]?, isBinary: Bool) {
    starts.append(value == nil ? nil : bytes.count)
    bytes.append(contentsOf: value ?? [])
    lengths.append(Int32(clamping: value?.count ?? 0))
    formats.append(isBinary ? 1 : 0)
    bytes.append(0)
  }

  /// Calls `body` with the pointers that libpq wants, which are good for the time of the call.
  func withPointers(
    _ body: (
      UnsafeBufferPointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>?, UnsafePointer<Int32>?
    ) -> Bool
  ) -> Bool {
    unsafe bytes.withUnsafeBytes { memory in
      let start = unsafe memory.baseAddress?.assumingMemoryBound(to: CChar.self)
      let pointers = unsafe starts.map { place in
        unsafe place.flatMap { place in unsafe start.map { unsafe $0 + place } }
      }
      return unsafe pointers.withUnsafeBufferPointer { pointers in
        unsafe lengths.withUnsafeBufferPointer { lengths in
          unsafe formats.withUnsafeBufferPointer { formats in
            unsafe body(pointers, lengths.baseAddress, formats.baseAddress)
          }
        }
      }
    }
  }
}
