// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import HTTPServer
import HTTPValues
import Measure
import QRCodes
import Serving

/// The previews that are not over, with their links for those who may make some.
enum PreviewReport {
  static func table(of sites: [SiteService], for reader: Operator?) -> FigureTable {
    let showsLinks = mayOpen(reader)
    var table = FigureTable("previews").columns([
      .init(.site, "The site."), .init(.id, "preview", "The name of the preview."),
      .init(.shows, "files, edition, or the folder on the machine of the service."),
      .init(.edition, "The edition that it shows now."),
      .init(.audience, "Whom it is shown for, whoever opens the link."),
      .init(.instant, "The instant that it shows, unless it is now."),
      .init(.expires, "until", "When it ends by itself."),
      .init(.by, "The operator who has made it."),
      .init(.errors, "What keeps the last state of the files from being shown."),
      .init(.link, "The link, for operators who may make previews."),
    ])
    for site in sites {
      for shown in site.previews.shown(at: UnixTime.now) {
        let preview = shown.preview
        table.add(
          [
            .text(site.name), .text("\(preview.id)"), .text(subject(of: preview)),
            optional(shown.edition), optional(preview.audience),
            optional(preview.instant.map { "\($0)" }), .text("\(preview.expires)"),
            optional(preview.author), optional(shown.errors.joined(separator: "; ")),
            showsLinks ? .text(shown.link) : .none,
          ],
          tone: shown.errors.isEmpty ? .usual : .warning
        )
      }
    }
    return table
  }

  private static func subject(of preview: Preview) -> String {
    switch preview.choice {
    case .files: "files"
    case .edition: "edition"
    case .folder(let path): path
    }
  }

  private static func optional(_ text: String?) -> Figure {
    text.flatMap { $0.isEmpty ? nil : .text($0) } ?? .none
  }

  /// Whether an operator may see drafts.
  private static func mayOpen(_ reader: Operator?) -> Bool {
    reader.map { $0.refusal(of: .preview) == nil } ?? false
  }

  private static let ending = ".svg"

  /// The QR code of a preview's link, at `/previews/ID.svg`.
  static let code = AdminEndpoint(method: .get, path: OperatorPath.previews.below(""), action: nil)
  {
    handler,
    request,
    caller in
    let name = OperatorPath.previews.rest(of: request.path.text) ?? ""
    if let why = caller.refusal(of: .preview) { return AdminHandler.problem(.forbidden, why) }
    let now = UnixTime.now
    let previews = handler.state.services.sites.flatMap { $0.previews.shown(at: now) }
    guard name.hasSuffix(ending),
      let shown = previews.first(where: { "\($0.preview.id)" == name.dropLast(ending.count) }),
      let code = QRCode(shown.link)
    else {
      return AdminHandler.problem(
        .notFound,
        "there is no such preview; GET /previews has those that are, GET /previews/ID.svg the QR code of one"
      )
    }
    return .response(
      Response(
        .ok,
        fields: [
          "content-type": "image/svg+xml", "cache-control": "no-store",
          "x-content-type-options": "nosniff", "cross-origin-resource-policy": "same-origin",
        ]
      ),
      body: Array(code.svg.utf8)
    )
  }

  /// The request that ends a preview. A page cannot send DELETE across origins without a CORS preflight.
  static let revocation = AdminEndpoint(
    method: .delete,
    path: OperatorPath.previews.below(""),
    action: .preview
  ) {
    handler,
    request,
    caller in
    let asked = OrderRequest(
      path: request.path.text,
      query: AdminEndpoint.query(of: request),
      body: []
    )
    let face = TableFace(of: request)
    return .later { exchange in
      try await handler.obey(asked, .preview, face, exchange, caller) {
        let id = OperatorPath.previews.rest(of: $0.path) ?? ""
        return try PreviewRevocation.definition.order(texts: [("preview", id)])
      }
    }
  }
}
