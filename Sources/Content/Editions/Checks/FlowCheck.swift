// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Plans
import Sites

/// Checks that flows have no dead ends: each step exists, has a way on or out, and no circle of
/// steps lacks a way out. It is tried for every audience that the documents tell apart.
struct FlowCheck {
  private static let maximumCombinations = 100_000

  let linkage: Linkage

  func run(_ findings: inout Findings) {
    // A document for an error leads back to where there is something, and is no step of a flow.
    let errors = Set(linkage.site.errors.declared.compactMap { linkage.numbers[$0.path] })
    for number in linkage.drafts.indices where !errors.contains(number) {
      for target in linkage.flows.targets(of: number)
      where areSound([number, Int(target)]) {
        checkStep(from: number, to: Int(target), &findings)
      }
    }
    guard !linkage.flows.isEmpty else { return }
    for group in linkage.flows.groups() where isCircle(group) {
      let group = group.map { Int($0) }
      if areSound(group) { checkCircle(group, &findings) }
    }
  }

  /// Whether documents could be read whole: of others it is not known where they lead.
  private func areSound(_ documents: [Int]) -> Bool {
    documents.allSatisfy { linkage.drafts[$0].facts.isSound }
  }

  private func isCircle(_ group: ArraySlice<UInt32>) -> Bool {
    let first = group[group.startIndex]
    return group.count > 1 || linkage.flows.targets(of: Int(first)).contains(first)
  }

  /// The combinations that some documents tell apart; `nil`, with a warning, if there are too many
  /// to try.
  private func combinations(of documents: [Int], _ findings: inout Findings) -> Combinations? {
    let shapes = Set(documents.flatMap { linkage.allShapes(ofDocument: $0) })
      .sorted { $0.rawValue < $1.rawValue }
    let combinations = Combinations(of: shapes, in: linkage.shapes)
    guard combinations.count > FlowCheck.maximumCombinations else { return combinations }
    findings.warning(
      .tooManyCombinations,
      at: linkage.drafts[documents[0]].place,
      "the flow was not checked: its conditions make more than \(FlowCheck.maximumCombinations) "
        + "combinations"
    )
    return nil
  }

  private func checkStep(from number: Int, to target: Int, _ findings: inout Findings) {
    guard let combinations = combinations(of: [number, target], &findings) else { return }
    let path = linkage.drafts[target].path
    combinations.tryEach { element in
      let links = linkage.links(of: number, for: element)
      guard let link = links.first(where: { $0.role == .next && $0.path == path }) else {
        return true
      }
      let who = linkage.words.description(of: element)
      let step = Finding.Party(linkage.drafts[target].place, "the step \"\(path)\"")
      guard linkage.view(of: target, for: element) != nil else {
        findings.error(
          .deadEnd,
          at: linkage.drafts[number].place(link.position),
          "the flow goes on to \"\(path)\", which has no variant for \(who)",
          parties: [step]
        )
        return false
      }
      guard
        linkage.links(of: target, for: element).contains(where: {
          $0.role == .next || $0.role == .cancel
        })
      else {
        findings.error(
          .deadEnd,
          at: linkage.drafts[number].place(link.position),
          "the flow goes on to \"\(path)\", which has neither continueURL nor cancelURL for \(who)",
          parties: [step]
        )
        return false
      }
      return true
    }
  }

  private func checkCircle(_ group: [Int], _ findings: inout Findings) {
    guard let combinations = combinations(of: group, &findings) else { return }
    combinations.tryEach { element in
      for start in group {
        guard let circle = circle(from: start, for: element), !hasExit(circle, for: element) else {
          continue
        }
        let paths = circle.map { linkage.drafts[$0].path }.sorted()
        findings.error(
          .endlessLoop,
          at: linkage.drafts[circle.min() ?? start].place,
          "the steps \(paths.joined(separator: ", ")) lead around in a circle without a way out for "
            + linkage.words.description(of: element),
          parties: circle.sorted().dropFirst().map {
            Finding.Party(linkage.drafts[$0].place, "the step \"\(linkage.drafts[$0].path)\"")
          }
        )
        return false
      }
      return true
    }
  }

  /// The steps that an audience goes round in from a document; `nil` if the flow ends.
  private func circle(from start: Int, for element: Combinations.Element) -> [Int]? {
    var way: [Int] = []
    var step = start
    while !way.contains(step) {
      way.append(step)
      let next = linkage.links(of: step, for: element).first { $0.role == .next }
      guard let next, let number = linkage.numbers[next.path] else { return nil }
      step = number
    }
    return way.firstIndex(of: step).map { Array(way[$0...]) }
  }

  private func hasExit(_ circle: [Int], for element: Combinations.Element) -> Bool {
    circle.contains { step in
      linkage.links(of: step, for: element).contains { link in
        link.role == .cancel && !circle.contains { linkage.drafts[$0].path == link.path }
      }
    }
  }
}
