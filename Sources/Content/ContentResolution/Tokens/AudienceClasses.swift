// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// What some documents together tell apart: fewer audiences than the whole edition does. All links
/// of a document lead to documents that tell apart no more than it does with all it leads to, so that
/// the token of its class says enough for every step that follows.
package struct AudienceClasses: Sendable {
  /// For each dimension that is told apart at all: for each atom the word of its class.
  private let words: [(dimension: Dimension, words: [[UInt8]])]
  /// Languages that make a difference to one of the documents.
  private let useful: LanguageSet
  /// Languages that all of the documents can be shown in: what comes behind one makes no difference.
  private let sufficient: LanguageSet
  private let hasTexts: Bool

  /// The classes that these shapes make, with the languages of each document that has texts.
  package init(
    shapes: [ShapeIndex],
    of partitions: AtomPartitions,
    coverages: [LanguageSet],
    words tokenWords: TokenWords
  ) {
    words = partitions.classes(of: shapes).sorted { $0.key < $1.key }.map { dimension, classes in
      var atoms: [UInt8: [UInt8]] = [:]
      for (atom, number) in classes.enumerated() { atoms[number, default: []].append(UInt8(atom)) }
      let words = atoms.mapValues { Array(tokenWords.word(for: $0, of: dimension).utf8) }
      return (dimension, classes.map { words[$0] ?? [] })
    }
    var useful = LanguageSet()
    var sufficient: LanguageSet?
    for coverage in coverages {
      useful.formUnion(coverage)
      sufficient = sufficient?.intersection(coverage) ?? coverage
    }
    self.useful = useful
    self.sufficient = sufficient ?? LanguageSet()
    hasTexts = sufficient != nil
  }

  /// What tokens call the class of an atom; empty for the class of visitors of whom nothing is known.
  package func word(of dimension: Dimension, atom: UInt8) -> String {
    guard let row = words.first(where: { $0.dimension == dimension }) else { return "" }
    return String(decoding: row.words[Int(atom)], as: UTF8.self)
  }

  /// Whether the language is named in tokens, as it makes a difference to one of the documents.
  package func isUseful(_ language: LanguageIndex) -> Bool { useful.contains(language) }

  /// Whether no language behind this one is named in tokens.
  package func isSufficient(_ language: LanguageIndex) -> Bool { sufficient.contains(language) }

  /// The dimensions, in the order in which tokens name them.
  package var dimensions: [Dimension] { words.map(\.dimension) }

  /// Whether languages make a difference.
  package var dependsOnLanguage: Bool { hasTexts }

  /// How many audiences are told apart, languages aside.
  package var count: Int {
    counts.reduce(1) { product, part in
      let (count, overflow) = product.multipliedReportingOverflow(by: part.count)
      return overflow ? Int.max : count
    }
  }

  /// How many classes each dimension has, which multiply.
  package var counts: [(dimension: Dimension, count: Int)] {
    words.map { ($0.dimension, Set($0.words).count) }
  }

  /// The languages of an audience that make a difference.
  package func languages(of audience: Audience) -> LanguageChain {
    var chain = LanguageChain.empty
    for index in 0..<audience.languages.count where useful.contains(audience.languages[index]) {
      chain.append(audience.languages[index])
      if sufficient.contains(audience.languages[index]) { break }
    }
    return chain
  }

  /// The words of an audience but for its languages, each with its dimension.
  func forEachWord(of audience: Audience, _ body: (Dimension, [UInt8]) -> Void) {
    for (dimension, words) in words {
      let word = words[Int(audience[dimension])]
      if !word.isEmpty { body(dimension, word) }
    }
  }
}
