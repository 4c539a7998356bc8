// SPDX-License-Identifier: Apache-2.0

package import Bytes
import ContentModel
import ContentResolution

/// The audience that a preview is for, as an order says it: nothing for whoever opens the link.
package struct PreviewAudience: Sendable, Equatable {
  /// The words of the token, such as `fr~de.ch.phone.2.3`; empty for whoever opens the link.
  package let words: String

  /// - Parameters:
  ///   - languages: language tags, the preferred one first, separated by commas.
  ///   - arms: arms of experiments, such as `checkout/b`, separated by commas.
  package init(
    languages: String? = nil,
    country: String? = nil,
    device: String? = nil,
    version: String? = nil,
    app: String? = nil,
    arms: String? = nil
  ) throws(PlainError) {
    var words: [String] = []
    for tag in PreviewAudience.parts(languages) where LanguageTag(tag) == nil {
      throw PlainError("\"\(tag.prefix(40))\" is no language; expected one such as fr-CH")
    }
    let tags = PreviewAudience.parts(languages).compactMap { LanguageTag($0) }
    if !tags.isEmpty { words.append(tags.map { "\($0)".lowercased() }.joined(separator: "~")) }
    if let country {
      guard let code = RegionCode(Array(country.utf8).span) else {
        throw PlainError("\"\(country.prefix(40))\" is no country; expected two letters such as CH")
      }
      words.append("\(code)".lowercased())
    }
    if let device {
      guard let known = DeviceClass(rawValue: device) else {
        let all = DeviceClass.allCases.map(\.rawValue).joined(separator: ", ")
        throw PlainError("\"\(device.prefix(40))\" is no device; expected one of \(all)")
      }
      words.append(known.rawValue)
    }
    if let version {
      let isPlain = version.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
      guard isPlain, let known = AppVersion(version) else {
        throw PlainError("\"\(version.prefix(40))\" is no version; expected one such as 2.3.1")
      }
      words.append("\(known)")
    }
    if let app {
      guard PreviewAudience.isName(app, or: "._") else {
        throw PlainError("\"\(app.prefix(40))\" is no app; expected its name in the store")
      }
      words.append(TokenWords.word(forAppName: app))
    }
    for arm in PreviewAudience.parts(arms) {
      let pair = arm.split(separator: "/", omittingEmptySubsequences: false)
      guard pair.count == 2, pair.allSatisfy({ PreviewAudience.isName($0, or: "") }) else {
        throw PlainError("\"\(arm.prefix(40))\" is no arm; expected one such as checkout/b")
      }
      words.append("\(pair[0])~\(pair[1])")
    }
    if !words.isEmpty, tags.isEmpty { words.insert("und", at: 0) }
    self.words = words.joined(separator: ".")
    guard self.words.utf8.count <= PreviewAudience.mostBytes else {
      throw PlainError("the audience is too long; expected fewer languages and arms")
    }
  }

  /// The rest of a token's bytes beside the words of the draft, the instant and the seal.
  private static let mostBytes = AudienceToken.maximumBytes - 80

  private static func parts(_ text: String?) -> [String] {
    (text ?? "").split { $0 == "," || $0 == " " }.map(String.init)
  }

  private static func isName(_ text: some StringProtocol, or others: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "-") || others.utf8.contains(byte)
      }
  }
}
