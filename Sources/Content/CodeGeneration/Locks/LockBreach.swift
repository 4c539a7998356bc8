// SPDX-License-Identifier: Apache-2.0

package import DataFiles
import Sites

/// A member of a document that a version of an app could not decode.
package struct LockBreach: Sendable {
  package let lock: VersionLock
  /// The number of the variant in the document's draft.
  package let variant: Int
  /// The dictionary with a datatype that has the member.
  package let use: ContentUse
  /// The member by its path, such as `related[].title`.
  package let member: String
  package let seen: String
  package let expected: String
  package let position: SourcePosition
}

/// An attribute of records that a version of an app could not decode.
package struct RecordBreach: Sendable, Hashable, CustomStringConvertible {
  /// The file of the lock.
  package let lock: FilePlace
  package let type: String
  package let attribute: String
  package let description: String
}

extension [VersionLock] {
  /// Returns what the versions could not decode of records. They need no attribute, so that one may be missing.
  package func breaches(ofRecords types: [AppTypes.Object]) -> [RecordBreach] {
    flatMap { lock in types.flatMap { lock.breaches(ofRecords: $0) } }
  }

  /// Returns what the versions could not decode of a document, whoever gets it.
  package func breaches(of document: DocumentTypes) -> [LockBreach] {
    flatMap { lock in
      document.variants.enumerated().flatMap { number, uses in
        uses.flatMap { lock.breaches(of: $0, inVariant: number) }
      }
    }
  }
}

extension VersionLock {
  /// The members that the version needs of a datatype; none of one that it does not know.
  package func needed(of datatype: String) -> [String] {
    (datatypes[datatype] ?? []).filter { !$0.isOptional }.map(\.name)
  }

  fileprivate func breaches(ofRecords type: AppTypes.Object) -> [RecordBreach] {
    guard let expected = records[type.name] else { return [] }
    var breaches: [RecordBreach] = []
    func note(_ attribute: String, _ seen: String, _ expected: String) {
      let message =
        "version \(version.text) of \(app) cannot decode records of the type \"\(type.name)\": "
        + "\"\(attribute)\" is \(seen), and it expects \(expected)"
      breaches.append(
        RecordBreach(lock: place, type: type.name, attribute: attribute, description: message)
      )
    }
    compare(type.members, with: expected, "", .start) { member, seen, expected, _ in
      note(member, seen, expected)
    }
    guard type.allowsOthers else { return breaches }
    for member in expected where member.type != .any {
      guard !type.members.contains(where: { $0.name == member.name }) else { continue }
      note(member.name, "not declared and may be anything", member.type.words)
    }
    return breaches
  }

  fileprivate func breaches(of use: ContentUse, inVariant variant: Int) -> [LockBreach] {
    guard let expected = datatypes[use.datatype] else { return [] }
    var breaches: [LockBreach] = []
    compare(use.members, with: expected, "", use.position) { member, seen, expected, position in
      breaches.append(
        LockBreach(
          lock: self,
          variant: variant,
          use: use,
          member: member,
          seen: seen,
          expected: expected,
          position: position
        )
      )
    }
    return breaches
  }

  private typealias Note = (
    _ member: String, _ seen: String, _ expected: String, _ position: SourcePosition
  ) -> Void

  private func compare(
    _ members: [ContentMember],
    with expected: [ContentMember],
    _ path: String,
    _ position: SourcePosition,
    _ note: Note
  ) {
    for member in expected {
      let path = path + member.name
      guard let present = members.first(where: { $0.name == member.name }) else {
        if !member.isOptional { note(path, "missing", member.type.words, position) }
        continue
      }
      // A value that is null counts as missing.
      if present.isOptional, !member.isOptional {
        note(path, "missing in some answers", member.type.words, present.position)
      }
      compare(present.type, with: member.type, present, path, note)
    }
  }

  private func compare(
    _ type: ContentType,
    with expected: ContentType,
    _ member: ContentMember,
    _ path: String,
    _ note: Note
  ) {
    switch (expected, type) {
    case (.any, _), (_, .nothing): break
    case (.number, .integer), (.text, .choice), (.text, .link), (.text, .reference): break
    case (.list(let expected), .list(let element)):
      compare(element, with: expected, member, "\(path)[]", note)
    case (.object(let expected), .object(let members)):
      compare(members, with: expected, "\(path).", member.position, note)
    default:
      guard expected != type else { break }
      let isWhole = path.hasSuffix(member.name)
      note(path, (isWhole ? member.literal : nil) ?? type.words, expected.words, member.position)
    }
  }
}
