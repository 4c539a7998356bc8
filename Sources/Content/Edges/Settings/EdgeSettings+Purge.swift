// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues

extension EdgeSettings {
  /// Fills in the standard values of the edge's kind; notes keys that are missing or of no use to it.
  mutating func completePurge(
    _ value: DataValue,
    _ subject: Subject,
    _ context: inout ReadingContext
  ) {
    guard var purge, let declared = value["purge"] else { return }
    let place = context.place(of: declared)
    let subject = "the purge of \(subject), of kind \(kind.rawValue),"
    func missing(_ key: String) {
      context.findings.error(
        .missingKey,
        at: place,
        "\(subject) has no \"\(key)\", which it needs"
      )
    }
    let keys = kind.adapter.purgeKeys
    if declared["address"] == nil {
      if let standard = keys.address.flatMap({ Origin(url: $0) }) {
        purge.addresses = [standard]
      } else {
        missing("address")
      }
    }
    if let subject = keys.subject {
      purge.subject = purge.subjects[subject.key] ?? subject.standard ?? ""
      if declared[subject.key] == nil, subject.standard == nil { missing(subject.key) }
    }
    if keys.hasTemplates, declared["request"] == nil { missing("request") }
    for key in keys.unused {
      guard let value = declared[key] else { continue }
      context.findings.error(
        .unknownKey,
        at: context.place(of: value),
        "\(subject) has no use for \"\(key)\""
      )
    }
    keys.secret.check(declared["secret"], subject, at: place, &context.findings)
    self.purge = purge
  }

  /// Warns of an edge that reads tags and is not known by its addresses: its answers have none.
  func checkTags(_ value: DataValue, _ subject: Subject, _ context: inout ReadingContext) {
    guard let declared = value["purge"], value["peers"] == nil,
      let field = EdgeProfile(self).tagField
    else { return }
    context.findings.warning(
      .missingKey,
      at: context.place(of: declared),
      "\(subject), of kind \(kind.rawValue), has no \"peers\": its answers have no \(field), and purges by tag "
        + "hit nothing"
    )
  }
}

extension PurgeSettings.Keys {
  /// The keys that this kind has no use for.
  fileprivate var unused: [String] {
    var keys = EdgeKind.allCases.compactMap { $0.adapter.purgeKeys.subject?.key }
      .filter { $0 != subject?.key }
    if !hasTemplates { keys.append("request") }
    if case .none = secret { keys.append("secret") }
    return keys
  }
}

extension PurgeSettings.Secret {
  /// Notes parts that are missing or unknown.
  fileprivate func check(
    _ value: DataValue?,
    _ subject: String,
    at place: FilePlace,
    _ findings: inout Findings
  ) {
    let (needed, optional, expected): ([String], [String], String)
    switch self {
    case .none, .any: return
    case .one:
      (needed, optional, expected) = ([""], [], "the name of one variable of the environment")
    case .parts(let parts, let others):
      (needed, optional) = (parts, others)
      expected =
        "an object with \(parts.joined(separator: ", "))"
        + (others.isEmpty ? "" : " and perhaps \(others.joined(separator: ", "))")
    }
    let parts: [String] =
      switch value?.content {
      case .dictionary(let dictionary): dictionary.members.map(\.key)
      case nil: []
      default: [""]
      }
    let isWhole =
      needed.allSatisfy(parts.contains) && parts.allSatisfy((needed + optional).contains)
    if !isWhole {
      findings.error(.missingKey, at: place, "\(subject) needs as its \"secret\" \(expected)")
    }
  }
}
