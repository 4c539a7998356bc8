// SPDX-License-Identifier: Apache-2.0

import ResourceService

/// A form with a file and a record says the same in one piece and in two: the same parts or the same failure,
/// with all bytes of each part.
func fuzzRecordForm(_ bytes: [UInt8]) {
  let whole = read([bytes])
  let middle = bytes.count / 2
  precondition(read([Array(bytes[..<middle]), Array(bytes[middle...])]) == whole, "two pieces")
  guard bytes.count <= 200 else { return }
  precondition(read(bytes.map { [$0] }) == whole, "byte by byte")
}

/// The result of a form that comes in some pieces.
private struct ReadForm: Equatable {
  var parts: [FormReader.Event] = []
  var isComplete = false
  var failure: String?

  mutating func add(_ event: FormReader.Event) {
    if case .bytes(let more) = event, case .bytes(let bytes) = parts.last {
      parts[parts.count - 1] = .bytes(bytes + more)
    } else {
      parts.append(event)
    }
  }
}

private func read(_ pieces: [[UInt8]]) -> ReadForm {
  var form = ReadForm()
  do throws(ResourceProblem) {
    var reader = try FormReader("multipart/form-data; boundary=b")
    for piece in pieces {
      for event in try reader.add(piece) { form.add(event) }
    }
    form.isComplete = reader.isComplete
  } catch {
    // What came before the failure depends on the pieces.
    form = ReadForm(failure: error.description)
  }
  return form
}
