// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import FileShapes
package import ResourceModel
import ResourceStore

/// The question to a webhook before a write.
package struct BeforeQuestion: Sendable {
  package let hook: BeforeHook
  /// The id of the message.
  package let id: String
  package let body: [UInt8]
}

/// The answer of a webhook that was asked before a write.
package enum BeforeAnswer: Sendable, Equatable {
  case response(status: Int, body: [UInt8])
  /// No answer has come, for a reason.
  case failed(String)

  /// The most bytes of an answer.
  package static let mostBytes = 1_048_576
}

/// The answer to a question, with the time that it took.
package struct BeforeReply: Sendable {
  package let answer: BeforeAnswer
  /// The time from the question to the answer; `nil` for a question that was not sent.
  package let duration: Duration?

  package init(_ answer: BeforeAnswer, after duration: Duration? = nil) {
    self.answer = answer
    self.duration = duration
  }
}

/// The failure of a webhook without whose answer nothing is written.
struct BeforeHookFailure: Error, CustomStringConvertible {
  let type: String
  let reason: String

  var description: String { "the webhook before writes of \(type) gave no answer: \(reason)" }
}

/// The verdict of a webhook about a write.
enum BeforeVerdict: Equatable {
  case accept(setting: DataDictionary)
  case refuse(StoreError)

  var result: BeforeResult {
    switch self {
    case .accept(let attributes): attributes.members.isEmpty ? .accepted : .changed
    case .refuse: .refused
    }
  }

  /// The statuses with which a webhook may refuse.
  private static let statuses = 400...499
  private static let longestMessage = 1_000

  /// Reads `{"set": {…}}`, `{"refuse": {"status": 409, "code": "sold-out", "message": …}}`, or nothing.
  init(_ answer: BeforeAnswer) throws(PlainError) {
    guard case .response(let status, let body) = answer else {
      if case .failed(let reason) = answer { throw PlainError(reason) }
      throw PlainError("there is no answer")
    }
    guard (200...299).contains(status) else {
      throw PlainError("it answers \(status); expected a status of 200 to 299")
    }
    guard !body.isEmpty else {
      self = .accept(setting: DataDictionary())
      return
    }
    guard let value = try? DataValue(reading: body.span, as: .json, rules: .documents),
      let members = value.dictionary
    else { throw PlainError("its answer is no JSON object") }
    if let other = members.members.first(where: { !["set", "refuse"].contains($0.key) }) {
      throw PlainError(
        "its answer has \"\(other.key.prefix(40))\"; expected set or refuse"
      )
    }
    switch (members["set"], members["refuse"]) {
    case (let set, nil):
      guard let attributes = (set ?? [:]).dictionary else {
        throw PlainError("its \"set\" is no object of attributes")
      }
      self = .accept(setting: attributes)
    case (nil, let refusal?): self = .refuse(try BeforeVerdict.refusal(refusal))
    default: throw PlainError("its answer has set and refuse; expected one of them")
    }
  }

  private static func refusal(_ value: DataValue) throws(PlainError) -> StoreError {
    let status = value["status"] ?? 422
    guard let number = status.integer.flatMap(Int.init(exactly:)), statuses.contains(number) else {
      throw PlainError("it refuses without a status of 400 to 499")
    }
    let code = value["code"] ?? "refused"
    guard let code = code.string, isCode(code) else {
      throw PlainError(
        "it refuses with a code that is none; expected 1 to 40 small letters, digits and dashes"
      )
    }
    guard let message = value["message"]?.string, !message.isEmpty,
      message.utf8.count <= longestMessage
    else {
      throw PlainError(
        "it refuses without a message of 1 to \(longestMessage) bytes"
      )
    }
    let attribute = value["attribute"]?.string
    let refusal = WriteRefusal(status: number, code: code, attribute: attribute)
    return StoreError(.refused(refusal), message)
  }

  private static func isCode(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x61...0x7A, 0x2D: true
        default: false
        }
      }
  }
}
