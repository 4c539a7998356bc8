// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// The audiences that a set of documents distinguishes, fewer than the whole edition's. A
/// document's classes include those of all documents that it leads to, so its token suffices for
/// every link that follows.
package struct AudienceClasses: Sendable {
  /// For each dimension that is distinguished, the word of each atom's class.
  private let words: [(dimension: Dimension, words: [[UInt8]])]
  /// Languages that make a difference to one of the documents.
  private let useful: LanguageSet
  /// Languages in which all documents are complete: languages after one of these make no
  /// difference.
  private let sufficient: LanguageSet
  private let hasTexts: Bool

  /// Creates the classes of these shapes, with the languages of each document that has texts.
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

  /// Returns the token word of an atom's class; empty for unknown visitors.
  package func word(of dimension: Dimension, atom: UInt8) -> String {
    guard let row = words.first(where: { $0.dimension == dimension }) else { return "" }
    return String(decoding: row.words[Int(atom)], as: UTF8.self)
  }

  /// Returns whether tokens name the language, since it makes a difference to a document.
  package func isUseful(_ language: LanguageIndex) -> Bool { useful.contains(language) }

  /// Returns whether tokens name no languages after this one.
  package func isSufficient(_ language: LanguageIndex) -> Bool { sufficient.contains(language) }

  /// The dimensions in the order of tokens.
  package var dimensions: [Dimension] { words.map(\.dimension) }

  /// Whether languages make a difference.
  package var dependsOnLanguage: Bool { hasTexts }

  /// The number of audiences, languages aside.
  package var count: Int {
    counts.reduce(1) { product, part in
      let (count, overflow) = product.multipliedReportingOverflow(by: part.count)
      return overflow ? Int.max : count
    }
  }

  /// The number of classes of each dimension; they multiply.
  package var counts: [(dimension: Dimension, count: Int)] {
    words.map { ($0.dimension, Set($0.words).count) }
  }

  /// Returns the languages of an audience that make a difference.
  package func languages(of audience: Audience) -> LanguageChain {
    var chain = LanguageChain.empty
    for index in 0..<audience.languages.count where useful.contains(audience.languages[index]) {
      chain.append(audience.languages[index])
      if sufficient.contains(audience.languages[index]) { break }
    }
    return chain
  }

  /// Calls `body` for each word of an audience except its languages.
  func forEachWord(of audience: Audience, _ body: (Dimension, [UInt8]) -> Void) {
    for (dimension, words) in words {
      let word = words[Int(audience[dimension])]
      if !word.isEmpty { body(dimension, word) }
    }
  }
}
