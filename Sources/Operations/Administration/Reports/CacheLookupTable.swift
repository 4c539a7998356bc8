// SPDX-License-Identifier: Apache-2.0

import Bytes
import Gateway
import HTTPValues
import Measure

extension FigureTable {
  /// The cache entries of a request: a row for the answer, and one for each service's answer in it.
  init(lookup finding: CacheFinding, in site: String) {
    self.init(
      "lookup",
      [
        .init(.part, "The answer, or the call of the plan whose answer is a part of it."),
        .init(.site, "The site."),
        .init(.route, "The document or the pass, or the service of the call."),
        .init(.key, "Everything that the answer depends on, or what the service is asked."),
        .init(.variant, "The variant of the document."),
        .init(.language, "The language of the answer."),
        .init(.state, "fresh, stale, on error, absent or not kept."),
        .init(.age, "The time since it was stored."),
        .init(.ttl, "The time until it is stale; negative since it is."),
        .init(.bytes, "Its size in the cache."),
        .init(.tags, "The tags by which it can be purged."),
        .init(.why, "The reason of the state."),
      ]
    )
    func text(_ text: String?) -> Figure { text.figure { .text($0) } }
    func words(_ tags: [String]) -> Figure {
      tags.isEmpty ? .none : .text(tags.joined(separator: " "))
    }
    func times(_ state: EntryState) -> [Figure] {
      [state.age, state.ttl].map { $0.figure { .seconds($0) } }
    }
    add(
      [
        .text("answer"), .text(site), text(finding.route), text(finding.key),
        text(finding.variant), text(finding.language), .text(finding.state.word.rawValue),
      ] + times(finding.state) + [
        finding.bytes.figure { .bytes(Int64($0)) }, words(finding.tags), .text(finding.state.why),
      ],
      tone: finding.state.tone
    )
    for part in finding.parts {
      add(
        [
          .text(part.name), .text(site), .text(part.backend), text(part.target), .none, .none,
          .text(part.state.word.rawValue),
        ] + times(part.state) + [.none, words(part.tags), .text(part.state.why)],
        tone: part.state.tone
      )
    }
  }
}

extension EntryState {
  fileprivate var tone: FigureTable.Tone {
    switch word {
    // What is stale is composed anew by the next request, as its document declares.
    case .fresh, .absent, .stale: .usual
    case .onError, .notKept: .warning
    }
  }
}
