// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Plans

/// Reads what a site says of reads that a second service is asked as well.
enum MirrorReader {
  /// - Parameters:
  ///   - backend: the service whose reads they are.
  ///   - names: of all backends.
  static func mirror(
    of backend: String,
    _ members: inout MemberReader,
    among names: [String],
    _ findings: inout Findings
  ) -> MirrorDeclaration? {
    guard var mirror = members.reader("mirror", of: "the mirror", &findings) else { return nil }
    _ = mirror.required("backend", &findings)
    _ = mirror.required("share", &findings)
    let name = mirror.name("backend", &findings)
    let share = mirror.number("share", in: MirrorDeclaration.shares, &findings)
    mirror.refuseOthers(&findings)
    guard let name else { return nil }
    if !names.contains(name.name) {
      findings.error(
        .unknownName,
        at: name.place,
        "there is no backend \"\(name.name)\"",
        suggestion: Suggestion.nearest(to: name.name, among: names)
      )
    } else if name.name == backend {
      findings.error(
        .badValue,
        at: name.place,
        "\"\(name.name)\" would be compared with itself; expected another backend"
      )
    }
    return share.map { MirrorDeclaration(backend: name.name, percent: $0) }
  }
}
