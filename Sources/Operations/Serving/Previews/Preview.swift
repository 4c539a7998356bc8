// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import ContentResolution
import DataFiles

/// A draft of a site that is shown to whoever has its link, until it ends or is revoked.
package struct Preview: Sendable, Equatable {
  /// The most previews of a site at once.
  package static let most = 16
  /// The seconds for which a preview may last, from a minute to 30 days.
  package static let lifetimes: ClosedRange<Int64> = 60...2_592_000
  /// The seconds for which a preview lasts that does not say.
  package static let usualLifetime: Int64 = 86_400

  package let id: DraftID
  /// The draft that it shows.
  package let choice: CandidateChoice
  /// The audience that it shows it for, in the words of tokens; empty for whoever opens it.
  package let audience: String
  /// The instant that it shows; `nil` for now.
  package let instant: UnixTime?
  /// Scheme, host and port of the link; `nil` for those of the site.
  package let address: String?
  package let made: UnixTime
  package let expires: UnixTime
  /// The operator who has made it; `nil` where operators have no names.
  package let author: String?

  package init(
    _ id: DraftID,
    of choice: CandidateChoice,
    audience: String = "",
    instant: UnixTime? = nil,
    address: String? = nil,
    made: UnixTime,
    lasting lifetime: Int64 = usualLifetime,
    by author: String? = nil
  ) {
    (self.id, self.choice, self.audience) = (id, choice, audience)
    (self.instant, self.address, self.made) = (instant, address, made)
    let bounds = Preview.lifetimes
    expires = UnixTime(
      seconds: made.seconds + min(max(lifetime, bounds.lowerBound), bounds.upperBound)
    )
    self.author = author
  }

  func isOver(at now: UnixTime) -> Bool { expires <= now }
}

extension Preview {
  var members: DataValue {
    let (kind, name): (String, String?) =
      switch choice {
      case .files: ("files", nil)
      case .edition(let name): ("edition", name)
      case .folder(let path): ("folder", path)
      }
    return .members([
      ("id", .text("\(id)")), ("shows", .text(kind)), ("name", .text(name)),
      ("audience", .text(audience)), ("instant", .number(instant?.seconds)),
      ("address", .text(address)), ("made", .number(made.seconds)),
      ("expires", .number(expires.seconds)), ("by", .text(author)),
    ])
  }

  init?(_ value: DataValue) {
    guard let id = value["id"]?.string.flatMap({ DraftID($0) }),
      let made = value["made"]?.integer, let expires = value["expires"]?.integer,
      let audience = value["audience"]?.string
    else { return nil }
    let name = value["name"]?.string
    let choice: CandidateChoice
    switch (value["shows"]?.string, name) {
    case ("files", _): choice = .files
    case ("edition", let name?): choice = .edition(name)
    case ("folder", let name?): choice = .folder(name)
    default: return nil
    }
    let (lifetime, isUnreadable) = expires.subtractingReportingOverflow(made)
    guard !isUnreadable, Preview.lifetimes.contains(lifetime) else { return nil }
    self.init(
      id,
      of: choice,
      audience: audience,
      instant: (value["instant"]?.integer).map { UnixTime(seconds: $0) },
      address: value["address"]?.string,
      made: UnixTime(seconds: made),
      lasting: lifetime,
      by: value["by"]?.string
    )
  }
}
