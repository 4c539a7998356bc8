// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import FileShapes
import Plans
import Sites

/// Documents that stand in each other end somewhere: no circle, and no chain that is too long.
struct EmbedCheck {
  /// Maximum depth of embedded documents, not counting the outermost.
  static let maximumDepth = 4

  let linkage: Linkage

  func run(_ findings: inout Findings) {
    let embeds = Graph(count: linkage.drafts.count) { number in
      self.embeds(of: number).compactMap { linkage.number(of: $0).map(UInt32.init) }
    }
    guard !embeds.isEmpty else { return }
    checkConfig(&findings)
    // Each group stands behind all that it leads to.
    var depths = [Int](repeating: 0, count: embeds.count)
    for members in embeds.groups() {
      let group = members.map { Int($0) }
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

  private func party(_ step: (document: Int, link: DocumentLink)) -> Finding.Party {
    let place = linkage.drafts[step.document].place(step.link.position)
    return Finding.Party(place, "\"\(step.link.path)\" is embedded here")
  }

  private func refuse(circle: [Int], _ findings: inout Findings) {
    let steps = circle.sorted().flatMap { number in
      embeds(of: number).filter { link in
        linkage.number(of: link).map(circle.contains) ?? false
      }.map { (document: number, link: $0) }
    }
    guard let first = steps.first else { return }
    let paths = circle.map { linkage.drafts[$0].path }.sorted()
    findings.error(
      .endlessLoop,
      at: linkage.drafts[first.document].place(first.link.position),
      "the documents \(paths.joined(separator: ", ")) embed each other in a circle",
      parties: steps.dropFirst().map { party($0) }
    )
  }

  private func refuse(chainFrom number: Int, _ depths: [Int], _ findings: inout Findings) {
    var steps: [(document: Int, link: DocumentLink)] = []
    var next: Int? = number
    while let document = next {
      let deepest = embeds(of: document).compactMap { link in
        linkage.number(of: link).map { (link: link, number: $0) }
      }.max { depths[$0.number] < depths[$1.number] }
      next = deepest?.number
      if let link = deepest?.link { steps.append((document, link)) }
    }
    guard let first = steps.first else { return }
    findings.error(
      .overBudget,
      at: linkage.drafts[first.document].place(first.link.position),
      "\(steps.count) documents are embedded in one another; expected at most \(EmbedCheck.maximumDepth)",
      parties: steps.dropFirst().map { party($0) }
    )
  }

  /// The one URL that apps begin with waits for no service.
  private func checkConfig(_ findings: inout Findings) {
    guard let number = linkage.numbers[linkage.site.config], let link = embeds(of: number).first
    else { return }
    findings.error(
      .badValue,
      at: linkage.drafts[number].place(link.position),
      "\"\(linkage.site.config)\" is the document that apps begin with, which cannot embed another"
    )
  }
}
