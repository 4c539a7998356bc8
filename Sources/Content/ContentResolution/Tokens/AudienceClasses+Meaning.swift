// SPDX-License-Identifier: Apache-2.0

import ContentModel

// Atoms are numbered anew whenever an edition's content distinguishes more visitors than before,
// but the meaning of a document's tokens stays the same. Comparing values instead of atoms shows
// that, since distinctions made by other documents vanish.

extension AudienceClasses {
  /// Returns the meaning of tokens value by value: equal meanings in two editions of a site give
  /// every visitor the same token.
  package func meaning(in words: TokenWords) -> [String] {
    var meaning = dimensions.flatMap { dimension in
      words.space.values(of: dimension).compactMap { value in
        let word = word(of: dimension, atom: value.atom)
        return word.isEmpty ? nil : "\(dimension.rawValue) \(value.name) \(word)"
      } + words.space.steps(of: dimension) { word(of: dimension, atom: $0) }
    }
    // Includes each dimension, even if only one class has a word, since headers decide there.
    meaning += dimensions.map { "\($0.rawValue)" }
    guard dependsOnLanguage else { return meaning }
    for (index, tag) in words.matcher.published.enumerated() {
      let language = LanguageIndex(rawValue: UInt8(index))
      meaning.append("\(tag) \(isUseful(language)) \(isSufficient(language))")
    }
    return meaning
  }
}

extension AudienceSpace {
  /// Returns the named values of a dimension with their atoms, in order.
  fileprivate func values(of dimension: Dimension) -> [(name: String, atom: UInt8)] {
    switch dimension {
    case .country: countries.named { "\($0)" }
    case .device: devices.named(\.rawValue)
    case .appName: appNames.named(\.self)
    case .app, .build, .time: []
    default: dimension.experiment.map { cohorts[$0].named { "\($0)" } } ?? []
    }
  }

  /// Returns the steps at which an ordered dimension's word changes.
  fileprivate func steps(of dimension: Dimension, word: (UInt8) -> String) -> [String] {
    switch dimension {
    case .app: appVersions.steps(word).map { "\(dimension.rawValue) \($0)" }
    case .build: builds.steps(word).map { "\(dimension.rawValue) \($0)" }
    default: []
    }
  }
}

extension SetAtoms {
  fileprivate func named(_ name: (Value) -> String) -> [(name: String, atom: UInt8)] {
    members.joined().sorted().map { (name($0), atom(of: $0)) }
  }
}

extension LinearAtoms {
  /// Returns the lower bounds at which the word changes, each with the new word.
  fileprivate func steps(_ word: (UInt8) -> String) -> [String] {
    var wordOfCell = [String](repeating: word(0), count: bounds.count + 1)
    for (atom, cells) in cells.enumerated() {
      for cell in cells { wordOfCell[cell] = word(UInt8(atom)) }
    }
    return wordOfCell.indices.compactMap { cell in
      guard cell == 0 || wordOfCell[cell] != wordOfCell[cell - 1] else { return nil }
      return "\(cell == 0 ? "" : "\(bounds[cell - 1])") \(wordOfCell[cell])"
    }
  }
}
