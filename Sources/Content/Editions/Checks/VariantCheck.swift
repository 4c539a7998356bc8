// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Sites

/// Checks that every visitor gets exactly one variant, and that every variant has visitors.
struct VariantCheck {
  private let linkage: Linkage
  /// For each kind of documents what is true of its variants.
  private let proofs: [ShapeProof]

  init(_ linkage: Linkage) {
    self.linkage = linkage
    var known: [ShapeIndex: ShapeProof] = [:]
    proofs = linkage.kinds.all.enumerated().map { kind, facts in
      let shape = linkage.shapes(ofKind: kind).document
      let proof =
        known[shape] ?? ShapeProof(of: facts.ruleSet, compiledAs: shape, in: linkage.shapes)
      known[shape] = proof
      return proof
    }
  }

  func run(_ findings: inout Findings) {
    let isGood = zip(linkage.kinds.all, proofs).map { facts, proof in
      !facts.isSound || proof.holds && (proof.unanswered == nil || facts.refuses)
    }
    for (number, draft) in linkage.drafts.enumerated() where !isGood[linkage.kinds.kind(of: number)]
    {
      let proof = proofs[linkage.kinds.kind(of: number)]
      if proof.isTooLarge {
        findings.error(
          .tooManyCombinations,
          at: draft.place,
          "the conditions of the variants make more than \(ShapeProof.maximumCombinations) "
            + "combinations, too many to prove that none is ambiguous"
        )
      }
      for tie in proof.ties { report(tie, draft, &findings) }
      for dead in proof.dead where !proof.ties.contains(where: { $0.second == dead }) {
        findings.error(
          .deadVariant,
          at: draft.place(number: draft.variants[dead].position),
          "the variant \"\(draft.variants[dead].name)\" is never chosen: others always win over it"
        )
      }
      if let example = proof.unanswered, !draft.refuses {
        findings.error(
          .noVariant,
          at: draft.place,
          "no variant is for \(linkage.words.description(of: example)); expected a body for "
            + "everybody or \"fallback\": \"refuse\""
        )
      }
    }
  }

  private func report(
    _ tie: ShapeProof.Tie,
    _ draft: DocumentDraft,
    _ findings: inout Findings
  ) {
    let first = draft.variants[tie.first]
    let second = draft.variants[tie.second]
    findings.error(
      .tie,
      at: draft.place(number: second.position),
      "the variants \"\(first.name)\" and \"\(second.name)\" are both for "
        + "\(linkage.words.description(of: tie.example)) and neither is narrower; give one of them "
        + "a \"priority\" or narrower conditions",
      parties: [Finding.Party(draft.place(number: first.position), "the variant \"\(first.name)\"")]
    )
  }
}
