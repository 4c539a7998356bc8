// SPDX-License-Identifier: Apache-2.0

extension LanguageTag {
  /// Parses a well-formed tag in any case; `nil` for anything else, or without a language.
  package init?(_ text: some StringProtocol) {
    let bytes = [UInt8](text.utf8)
    self.init(bytes.span)
  }

  /// Parses a well-formed tag in any case; `nil` for anything else, or without a language.
  package init?(_ bytes: Span<UInt8>) {
    guard bytes.count >= 2, bytes.count <= LanguageTag.maximumBytes else { return nil }
    if LanguageTag.mayBeGrandfathered(bytes), let today = LanguageTag.grandfathered(bytes) {
      self = today
      return
    }
    var subtags = SubtagReader(bytes)
    guard let first = subtags.next(), let language = LanguageCode(first) else { return nil }
    var parts = Parts(language: language)
    guard parts.read(&subtags) else { return nil }
    self.init(
      language: parts.language,
      script: parts.script,
      region: parts.region,
      variant: parts.variant
    )
  }

  /// The subtags read so far.
  private struct Parts {
    var language: LanguageCode
    var script = ScriptCode.unspecified
    var region = RegionCode.unspecified
    var variant = VariantCode.unspecified
    private var extended = 0
    private var stage = Stage.language

    private enum Stage: Int {
      case language
      case script
      case region
      case variant
    }

    init(language: LanguageCode) { self.language = language }

    /// Reads the other subtags; false if one is not allowed where it stands.
    mutating func read(_ subtags: inout SubtagReader) -> Bool {
      while let subtag = subtags.next() {
        if subtag.count == 1 { return subtags.endsWithExtensions(from: subtag[0]) }
        guard take(subtag) else { return false }
      }
      return !subtags.isMalformed
    }

    private mutating func take(_ subtag: Span<UInt8>) -> Bool {
      if stage == .language, extended < 3, subtag.count == 3, let code = LanguageCode(subtag) {
        // The last extended language of `zh-cmn` or `sgn-ase` is the language meant.
        extended += 1
        language = code
        return true
      }
      if stage.rawValue < Stage.script.rawValue, let code = ScriptCode(subtag) {
        script = code
        stage = .script
        return true
      }
      if stage.rawValue < Stage.region.rawValue, let code = RegionCode(subtag) {
        region = code
        stage = .region
        return true
      }
      guard let code = VariantCode(subtag), code != variant else { return false }
      if variant == .unspecified { variant = code }
      stage = .variant
      return true
    }
  }
}
