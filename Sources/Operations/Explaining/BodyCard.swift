// SPDX-License-Identifier: Apache-2.0

import JSONValues
import Measure

/// The parts of a document that an app is likely to show: a title, a text, an image and links, found by the
/// usual names of members. Nothing is loaded from any of the addresses.
struct BodyCard {
  /// The most values of a document that are looked at, and the most links that are listed.
  static let limits = (values: 10_000, links: 50)
  /// The most characters of a text that are shown.
  private static let textLength = 500

  private static let titles: Set = ["title", "headline", "heading", "name"]
  private static let texts: Set = ["text", "subtitle", "summary", "description", "message"]
  private static let images = ["image", "picture", "photo", "poster", "thumbnail", "icon"]

  private enum Part: String, CaseIterable { case title, text, image, link }

  private struct Found {
    let part: Part
    let place: String
    let value: String
  }

  private var found: [Found] = []
  private(set) var isCut = false

  init(_ document: JSONDocument) {
    // The values of the outer objects come first, since they are those of the document itself.
    var waiting = [(node: document.root, place: "", isImage: false)][...]
    var count = 0
    while let next = waiting.popFirst() {
      count += 1
      guard count <= BodyCard.limits.values else {
        isCut = true
        return
      }
      if let text = document.string(of: next.node) {
        add(text, document.memberName(of: next.node), next.place, isImage: next.isImage)
        continue
      }
      let isArray = document.kind(of: next.node) == .array
      for (number, child) in document.children(of: next.node).enumerated() {
        let name = document.memberName(of: child) ?? ""
        let step = isArray ? "[\(number)]" : next.place.isEmpty ? name : ".\(name)"
        waiting.append(
          (child, next.place + step, next.isImage || !isArray && BodyCard.isImage(name))
        )
      }
    }
  }

  private static func isImage(_ name: String) -> Bool {
    images.contains { name.lowercased().hasPrefix($0) || name.lowercased().hasSuffix($0) }
  }

  private mutating func add(_ text: String, _ name: String?, _ place: String, isImage: Bool) {
    let name = name?.lowercased() ?? ""
    let isAddress = ["/", "http://", "https://"].contains { text.hasPrefix($0) }
    let part: Part? =
      if isAddress {
        isImage ? .image : .link
      } else if BodyCard.titles.contains(name) {
        .title
      } else if BodyCard.texts.contains(name) {
        .text
      } else {
        nil
      }
    guard let part, !text.isEmpty else { return }
    let isFirst = !found.contains { $0.part == part }
    guard part == .link || isFirst else { return }
    guard part != .link || found.count < BodyCard.limits.links else {
      isCut = true
      return
    }
    let value = text.count > BodyCard.textLength ? "\(text.prefix(BodyCard.textLength))…" : text
    found.append(Found(part: part, place: place, value: value))
  }

  var table: FigureTable {
    var table = FigureTable("card").columns([
      .init(.part, "title, text, image or link."), .init(.where, "The place in the body."),
      .init(.value, "The value there."),
    ])
    for part in Part.allCases {
      for found in found where found.part == part {
        table.add([.text(part.rawValue), .text(found.place), .text(found.value)])
      }
    }
    return table
  }
}
