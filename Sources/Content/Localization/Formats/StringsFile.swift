// SPDX-License-Identifier: Apache-2.0

import DataFiles

/// Apple's `.strings`: keys and texts of one language.
enum StringsFile {
  static func read(_ file: DataValue, _ language: String, into draft: inout TextsDraft) {
    draft.declare(language)
    guard case .dictionary(let texts) = file.content else {
      draft.wrongKind(file, "a file of texts", expected: "a dictionary")
      return
    }
    for member in texts.members {
      guard case .string(let text) = member.value.content else {
        draft.wrongKind(member.value, "the text \"\(member.key)\"", expected: "a string")
        continue
      }
      do {
        let message = try Message(reading: text)
        draft.add(member.key, language, message, at: member.keyPosition)
      } catch {
        draft.refuse(member.key, text, at: member.value.position, error)
      }
    }
  }
}
