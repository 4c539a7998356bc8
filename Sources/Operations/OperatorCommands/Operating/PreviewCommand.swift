// SPDX-License-Identifier: Apache-2.0

import Administration
import Bytes
import Commands
import DataFiles
import HTTPValues
import Measure
import QRCodes
import Reactor
import Serving

/// `portico preview`: shows a draft of a running service's site on devices, by a link and its QR code.
struct PreviewCommand: Subcommand {
  static let definition = CommandDefinition(
    name: "preview",
    summary: "Show a draft on devices, by a link that ends by itself.",
    options: [
      Option(
        "from FOLDER",
        "The folder with the draft, on the machine of the service",
        fallback: "the site's own files"
      ),
      Option("edition NAME", "A kept edition in their place"),
      Option(
        "languages LIST",
        "For readers of these languages, such as fr,de; without a word about the audience "
          + "each app is shown the draft for itself"
      ),
      Option("country CODE", "For a country, such as CH"),
      Option("device NAME", "For a device, such as phone"),
      Option("version VERSION", "For a version of the app"),
      Option("app NAME", "For an app by its name in the store"),
      Option("arms LIST", "For arms of experiments, such as checkout/b"),
      Option("at INSTANT", "As of an instant", fallback: "now"),
      Option("for TIME", "Until it ends", fallback: "1d"),
      Option(
        "address URL",
        "Scheme and host by which devices reach the service",
        fallback: "the site's host"
      ),
      Option("preview", "Only say what would happen"),
      OperatorOptions.site,
    ] + OperatorOptions.all,
    operands: "start|list|revoke [PREVIEW]",
    examples: [
      "portico preview": "Show what the files say, and follow each save.",
      "portico preview --from draft --languages fr --country CH --for 2h":
        "Show the site in another folder as readers of French in Switzerland would get it.",
      "portico preview --at 2026-12-24T18:00Z": "Show what will be then.",
      "portico preview list": "The previews that are not over.",
      "portico preview revoke c0ffee123456": "End one at once.",
    ]
  )

  private enum Action: String, CaseIterable {
    case start, list, revoke
  }

  private static let path = OperatorPath.previews.text

  private let options: OperatorOptions
  private let action: Action
  /// The preview to end; empty for none.
  private let id: String
  private let order: DataValue
  private let isPreview: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    options = try OperatorOptions(arguments)
    isPreview = arguments.has("preview")
    let word = arguments.operands.first ?? Action.start.rawValue
    guard let action = Action(rawValue: word),
      arguments.operands.count <= (action == .revoke ? 2 : 1)
    else { throw UsageError("expected start, list, or revoke and a preview") }
    self.action = action
    id = arguments.operands.dropFirst().first ?? ""
    guard action != .revoke || !id.isEmpty else {
      throw UsageError("expected the preview to revoke, as list has it")
    }
    var members: [(String, DataValue)] = []
    if let folder = arguments.value("from") {
      members.append(("folder", .text(try OperatorOptions.path(of: folder))))
    }
    for key in PreviewOrder.keys where key != "folder" {
      if let value = arguments.value(key) { members.append((key, .text(value))) }
    }
    order = .members(members)
    guard action == .start || members.allSatisfy({ $0.0 == "site" }) else {
      throw UsageError("\(word) takes no options about what is shown")
    }
  }

  func run() async throws -> ExitCode {
    switch action {
    case .list: return try await options.show(PreviewCommand.path)
    case .revoke: return try await options.give("revoke-preview", .members(["preview": .text(id)]))
    case .start where isPreview: return try await options.give("preview", order)
    case .start:
      write(try await options.client().ask(.post, PreviewCommand.path, order.json))
      return .done
    }
  }

  /// Writes the link, and on a terminal its QR code.
  private func write(_ answer: DataValue) {
    guard !options.isJSON else { return answer.print() }
    guard let link = answer["link"]?.string else { return answer.printLines() }
    StandardStream.output.write("\(link)\n")
    guard StandardStream.output.isTerminal else { return }
    if let code = QRCode(link) { StandardStream.output.write(code.blocks) }
    let (id, expires) = (answer["id"]?.string ?? "", answer["expires"]?.string ?? "")
    StandardStream.output.write("until \(expires); `portico preview revoke \(id)` ends it\n")
  }
}
