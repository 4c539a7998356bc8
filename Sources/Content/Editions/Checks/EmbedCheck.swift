// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles

/// Documents that stand in each other end somewhere: no circle, and no chain that is too long.
struct EmbedCheck {
  /// How many documents may stand one in the other, beside the outermost.
  static let maximumDepth = 4

  let linkage: Linkage

  func run(_ findings: inout Findings) {
    let embeds = Graph(count: linkage.drafts.count) { number in
      linkage.drafts[number].links.filter { $0.role == .embed }
        .compactMap { linkage.number(of: $0).map(UInt32.init) }
    }
    checkConfig(&findings)
    // Each group stands behind all that it leads to.
    var depths = [Int](repeating: 0, count: embeds.count)
    for group in embeds.groups() {
      let isCircle = group.count > 1 || embeds.targets(of: group[0]).contains(UInt32(group[0]))
      guard !isCircle else {
        refuse(circle: group, &findings)
        continue
      }
      let number = group[0]
      depths[number] = (embeds.targets(of: number).map { depths[Int($0)] + 1 }.max() ?? 0)
      if depths[number] == EmbedCheck.maximumDepth + 1 {
        refuse(chainFrom: number, depths, &findings)
      }
    }
  }

  private func embeds(of number: Int) -> [DocumentLink] {
    linkage.drafts[number].links.filter { $0.role == .embed }
  }

  private func refuse(circle: [Int], _ findings: inout Findings) {
    let links = circle.sorted().flatMap { number in
      embeds(of: number).filter { link in
        linkage.number(of: link).map(circle.contains) ?? false
      }
    }
    guard let first = links.first else { return }
    let paths = circle.map { linkage.drafts[$0].path }.sorted()
    findings.error(
      .endlessLoop,
      at: first.place,
      "the documents \(paths.joined(separator: ", ")) stand in each other without an end",
      parties: links.dropFirst().map { Finding.Party($0.place, "\"\($0.path)\" stands here") }
    )
  }

  private func refuse(chainFrom number: Int, _ depths: [Int], _ findings: inout Findings) {
    var links: [DocumentLink] = []
    var next: Int? = number
    while let document = next {
      let deepest = embeds(of: document).compactMap { link in
        linkage.number(of: link).map { (link: link, number: $0) }
      }.max { depths[$0.number] < depths[$1.number] }
      next = deepest?.number
      if let link = deepest?.link { links.append(link) }
    }
    guard let first = links.first else { return }
    findings.error(
      .overBudget,
      at: first.place,
      "\(links.count) documents stand one in the other; expected at most \(EmbedCheck.maximumDepth)",
      parties: links.dropFirst().map { Finding.Party($0.place, "\"\($0.path)\" stands here") }
    )
  }

  /// The one URL that apps begin with waits for no service.
  private func checkConfig(_ findings: inout Findings) {
    guard let number = linkage.numbers[linkage.site.config], let link = embeds(of: number).first
    else { return }
    findings.error(
      .badValue,
      at: link.place,
      "\"\(linkage.site.config)\" is the document that apps begin with, in which no other can stand"
    )
  }
}
