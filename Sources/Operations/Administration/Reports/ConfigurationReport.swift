// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import Digests
import Editions
import Files
import Measure
import Reactor
import Serving
import Sites

/// The parts of the running configuration, each with its digest, its source and when it was loaded by whom; and
/// its differences from other gateways' parts.
///
/// A gateway compares itself with those that it was told of, and its fingerprint, a line with the digests of all
/// parts, with a line that an operator brings from any other one.
struct ConfigurationReport {
  private struct Part {
    let name: String
    let digest: String
    let source: String
    var since: UnixTime?
    var author = ""
  }

  /// The bytes of a digest that are shown. Two different configurations have the same one by chance in one of
  /// four billion cases.
  private static let digestBytes = 4

  private let parts: [Part]
  private let gateways: [GatewayStanding]

  init(_ state: AdminState) {
    let began = ProcessFigures.now.map {
      UnixTime(seconds: Int64($0.startNanoseconds / 1_000_000_000))
    }
    var parts = [
      Part(name: "version", digest: Release.version, source: "the program", since: began)
    ]
    for option in state.process.options where option.origin != .standard {
      parts.append(
        Part(
          name: "--\(option.name)",
          digest: ConfigurationReport.digest(of: Array(option.value.utf8)),
          source: option.origin.rawValue,
          since: began,
          author: "the start"
        )
      )
    }
    for site in state.services.sites { parts += ConfigurationReport.parts(of: site) }
    self.parts = parts
    gateways = state.gateways.all
  }

  private static func parts(of site: SiteService) -> [Part] {
    guard let publication = site.publisher.publication else {
      return [Part(name: "\(site.name)/edition", digest: "none", source: site.folder)]
    }
    let author = site.authors.author(of: publication.number)
    func part(_ name: String, _ digest: String, _ source: String) -> Part {
      Part(
        name: "\(site.name)/\(name)",
        digest: digest,
        source: source,
        since: publication.since,
        author: author
      )
    }
    let edition = publication.edition
    var parts = [
      part("edition", edition.name, site.folder),
      part(
        "settings",
        digest(of: edition.site.written.json),
        "\(site.folder)/\(SiteSettings.path)"
      ),
    ]
    let emergency = "\(site.folder)/\(Overlay.path)"
    if publication.overlay != .none, let bytes = try? Files.read(emergency) {
      parts.append(part("emergency", digest(of: bytes), emergency))
    }
    return parts
  }

  private static func digest(of bytes: [UInt8]) -> String {
    Hexadecimal.text(SHA256.digest(of: bytes.span).prefix(digestBytes))
  }

  /// The digests of all parts.
  var fingerprint: ConfigurationFingerprint {
    ConfigurationFingerprint(parts.map { .init($0.name, $0.digest) })
  }

  /// - Parameter other: the fingerprint of another gateway; `nil` for none.
  func tables(comparedWith other: String?) -> [FigureTable] {
    var line = FigureTable("fingerprint").columns([
      .init(.fingerprint, "The digests of all parts in one line.")
    ])
    line.add([.text(fingerprint.line)])
    let compared = other.map { [comparison(with: ConfigurationFingerprint(reading: $0))] } ?? []
    return [table, line] + (gateways.isEmpty ? [] : [others]) + compared
  }

  /// The other gateways that this one was told of.
  private var others: FigureTable {
    var table = FigureTable("gateways").columns([
      .init(.gateway, "The name of the other gateway."),
      .init(.address, "Its operators' listener."),
      .init(.state, "serves", "Whether it serves the same parts, or why that is not known."),
      .init(.parts, "differing", "The parts that differ."),
      .init(.since, "Since when some differ, in UTC."),
      .init(.answered, "last answer", "When it answered last, in UTC."),
    ])
    for gateway in gateways {
      let state =
        gateway.failure
        ?? (gateway.answered == nil
          ? "not asked yet" : gateway.differing.isEmpty ? "the same" : "other parts")
      table.add(
        [
          .text(gateway.name), .text(gateway.address), .text(state),
          gateway.differing.isEmpty ? .none : .text(gateway.differing.joined(separator: ", ")),
          gateway.differsSince.figure { .text("\(UnixTime(seconds: $0))") },
          gateway.answered.figure { .text("\(UnixTime(seconds: $0))") },
        ],
        tone: gateway.trouble == nil ? .usual : .warning
      )
    }
    return table
  }

  private var table: FigureTable {
    var table = FigureTable("configuration").columns([
      .init(.part, "The version, an option that was given, or a part of a site."),
      .init(.digest, "Equal content, equal digest."),
      .init(.source, "from", "The file, or where the option was given."),
      .init(.since, "loaded", "When it was loaded, in UTC."),
      .init(.author, "by", "The operator who ordered it, or what made the gateway load it."),
    ])
    for part in parts {
      table.add([
        .text(part.name), .text(part.digest), .text(part.source),
        part.since.figure { .text("\($0)") }, part.author.isEmpty ? .none : .text(part.author),
      ])
    }
    return table
  }

  /// The parts beside those of a fingerprint, those that differ first.
  private func comparison(with other: ConfigurationFingerprint) -> FigureTable {
    var table = FigureTable("comparison").columns([
      .init(.part, "The part of the configuration."),
      .init(.result, "same, different, only here or only there."),
      .init(.here, "The digest at this gateway."),
      .init(.there, "The digest in the fingerprint that was given."),
    ])
    for part in fingerprint.compared(with: other) {
      table.add(
        [
          .text(part.name), .text(part.result.rawValue), part.here.figure { .text($0) },
          part.there.figure { .text($0) },
        ],
        tone: part.result == .same ? .usual : .warning
      )
    }
    return table
  }
}
