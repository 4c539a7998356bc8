// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Plans

extension EdgeSettings {
  /// Fills in what the edge's kind says of its purges, and notes what it lacks and has no use for.
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
    if declared["address"] == nil {
      if let standard = kind.purgeAddress.flatMap({ BackendDeclaration.Address($0) }) {
        purge.addresses = [standard]
      } else {
        missing("address")
      }
    }
    if let (key, standard) = kind.purgeSubject {
      purge.subject = purge.subjects[key] ?? standard ?? ""
      if declared[key] == nil, standard == nil { missing(key) }
    }
    if kind == .plain, declared["request"] == nil { missing("request") }
    for key in kind.foreignPurgeKeys {
      guard let value = declared[key] else { continue }
      context.findings.error(
        .unknownKey,
        at: context.place(of: value),
        "\(subject) has no use for \"\(key)\""
      )
    }
    checkSecrets(declared["secret"], subject, at: place, &context.findings)
    self.purge = purge
  }

  private func checkSecrets(
    _ value: DataValue?,
    _ subject: String,
    at place: FilePlace,
    _ findings: inout Findings
  ) {
    guard let (needed, possible) = kind.secretParts, !needed.isEmpty else { return }
    let parts: [String] =
      switch value?.content {
      case .dictionary(let dictionary): dictionary.members.map(\.key)
      case nil: []
      default: [""]
      }
    let isWhole =
      needed.allSatisfy(parts.contains) && parts.allSatisfy { (needed + possible).contains($0) }
    guard !isWhole else { return }
    let expected =
      needed == [""]
      ? "the name of one variable of the environment"
      : "an object with \(needed.joined(separator: ", "))"
        + (possible.isEmpty ? "" : " and perhaps \(possible.joined(separator: ", "))")
    findings.error(.missingKey, at: place, "\(subject) needs as its \"secret\" \(expected)")
  }
}

extension EdgeKind {
  /// The keys of a purge that edges of this kind have no use for.
  fileprivate var foreignPurgeKeys: [String] {
    var keys = EdgeKind.allCases.compactMap { $0.purgeSubject?.key }
      .filter { $0 != purgeSubject?.key }
    if self != .plain { keys.append("request") }
    if secretParts?.needed.isEmpty == true { keys.append("secret") }
    return keys
  }
}
