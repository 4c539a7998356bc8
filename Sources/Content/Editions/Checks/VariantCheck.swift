// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles

/// Every visitor gets exactly one variant, and every variant is for somebody.
struct VariantCheck {
  private let linkage: Linkage
  private let proofs: [RuleSet: ShapeProof]

  /// - Parameter known: what was proven before.
  init(_ linkage: Linkage, known: [RuleSet: ShapeProof] = [:]) {
    self.linkage = linkage
    var proofs: [RuleSet: ShapeProof] = [:]
    for draft in linkage.drafts where proofs[draft.ruleSet] == nil {
      proofs[draft.ruleSet] = ShapeProof(
        of: draft.ruleSet,
        compiledAs: linkage.shape(of: draft.ruleSet),
        in: linkage.shapes
      )
    }
    self.proofs = proofs
  }

  func run(_ findings: inout Findings) {
    for draft in linkage.drafts where draft.isSound {
      guard let proof = proofs[draft.ruleSet] else { continue }
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
          at: draft.variants[dead].place,
          "the variant \"\(draft.variants[dead].name)\" is for nobody: others always win over it"
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
      at: second.place,
      "the variants \"\(first.name)\" and \"\(second.name)\" are both for "
        + "\(linkage.words.description(of: tie.example)) and neither is narrower; give one of them "
        + "a \"priority\" or narrower conditions",
      parties: [Finding.Party(first.place, "the variant \"\(first.name)\"")]
    )
  }
}
