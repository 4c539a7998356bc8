// SPDX-License-Identifier: Apache-2.0

import Bytes
import Commands
import EdgeRules
import Edges
import Editions
import Files
import HTTPValues
import Reactor
import Serving
import Sites

/// `portico export`: writes the configuration of a CDN or proxy in front of the gateway.
struct ExportCommand: Subcommand {
  private static let names = EdgeWriters.all.map { $0.name }.joined(separator: "|")

  static let definition = CommandDefinition(
    name: "export",
    summary: "Write the configuration of a CDN or proxy in front from the site.",
    options: [
      SiteOptions.site,
      Option("origin HOST:PORT", "The gateway's address for the edge", fallback: "127.0.0.1:8080"),
      Option(
        "edge NAME",
        "The declared edge that it is for, whose fields have country and device",
        fallback: "none: only apps name their country and device"
      ),
      Option(
        "purge-from NETWORK",
        "Address or network from which purges are accepted",
        fallback: "127.0.0.1 and ::1",
        repeats: true
      ),
      Option(
        "countries",
        "The gateway has a database of countries, so requests without one are left to it"
      ),
      Option("part NAME", "The part to print, where there are several", fallback: "the first"),
      Option(
        "output FILE",
        "The file for the first part; the others are put beside it",
        fallback: "standard output"
      ),
    ],
    operands: names,
    examples: [
      "portico export varnish --site shop > /etc/varnish/default.vcl":
        "VCL for a Varnish on the gateway's machine.",
      "portico export nginx --origin 10.0.0.5:8080 --output /etc/nginx/conf.d/portico.conf":
        "For an nginx in front of another machine; portico.js is put beside it.",
      "portico export cloudfront --edge cloudfront --part origin-policy":
        "The origin request policy that goes with the function, beside the cache policy.",
    ]
  )

  private let site: SiteOptions
  private let writer: any EdgeWriter.Type
  private let edge: String?
  private let looksCountriesUp: Bool
  private let part: String?
  private let output: String?
  private var settings = ExportSettings()

  init(_ arguments: Arguments) throws {
    site = SiteOptions(arguments)
    guard arguments.operands.count == 1,
      let writer = arguments.operands.first.flatMap({ EdgeWriters.named($0) })
    else { throw UsageError("expected one of \(ExportCommand.names)") }
    self.writer = writer
    edge = arguments.value("edge")
    looksCountriesUp = arguments.has("countries")
    part = arguments.value("part")
    output = arguments.value("output")
    if let origin = arguments.value("origin") {
      let text = Array(origin.utf8)
      guard let end = origin.lastIndex(of: ":"),
        let port = UInt16(origin[origin.index(after: end)...]),
        port > 0, end > origin.startIndex, text.allSatisfy(ExportCommand.isPlain)
      else { throw UsageError("--origin: \"\(origin)\" is no HOST:PORT, such as 10.0.0.5:8080") }
      settings.originHost = String(origin[..<end])
      settings.originPort = Int(port)
    }
    let purgers = arguments.all("purge-from")
    if let bad = purgers.first(where: { IPNetwork($0) == nil }) {
      throw UsageError("--purge-from: \"\(bad)\" is no network, such as 10.0.0.0/8")
    }
    if !purgers.isEmpty { settings.purgers = purgers }
    if let output, let slash = output.lastIndex(of: "/") {
      settings.folder = String(output[...slash])
    }
  }

  /// Whether a byte needs no escape in any configuration.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: ".:-[]".utf8.contains(byte)
    }
  }

  func run() throws -> ExitCode {
    let edition = try site.edition()
    let declared = edition.site.edges.first { $0.name == edge }
    if let edge, declared == nil {
      let known = edition.site.edges.map(\.name).joined(separator: ", ")
      throw PlainError(
        "the site declares no edge \"\(edge)\"; it "
          + (known.isEmpty ? "declares none" : "has \(known)")
      )
    }
    let rules = EdgeRuleSet(edition, edge: declared, looksCountriesUp: looksCountriesUp)
    let parts = try writer.fittingParts(rules, settings)
    if let output {
      try write(parts, to: output)
      return .done
    }
    guard let chosen = part.map({ name in parts.first { $0.name == name } }) ?? parts.first else {
      throw UsageError("--part: \(writer.name) has \(parts.map(\.name).joined(separator: " and "))")
    }
    StandardStream.output.write(chosen.text)
    return .done
  }

  private func write(_ parts: [EdgePart], to output: String) throws {
    for (number, part) in parts.enumerated() {
      let path = number == 0 ? output : settings.folder + part.file
      try Files.write(Array(part.text.utf8), to: path, isPublic: true)
    }
  }
}
