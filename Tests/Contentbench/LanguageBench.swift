// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution

/// What a visitor's language costs.
enum LanguageBench {
  private static let fields = [
    "en-US,en;q=0.9", "fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5",
    "zh-TW,zh;q=0.9,en-US;q=0.8,en;q=0.7", "es-MX,es-419;q=0.9,es;q=0.8,en;q=0.7",
    "nb-NO,nb;q=0.9,no;q=0.8,nn;q=0.7,en-US;q=0.6,en;q=0.5", "ja",
    "aa-DJ,ab-GE;q=0.9,ak-GH;q=0.8,an-ES;q=0.7,av-RU;q=0.6,ay-BO;q=0.5,ba-RU;q=0.4,bm-ML;q=0.3",
  ].map { [UInt8]($0.utf8) }

  static func run() throws {
    let names = """
      en en-GB en-AU fr fr-CA de de-CH es es-419 pt-BR pt-PT zh-Hans zh-Hant zh-HK ja ko ar it nl sv \
      da no fi pl cs sk hu ro bg el tr he th vi id ms hi uk ru ca hr sr sr-Latn
      """
    let published = names.split(separator: " ").compactMap { LanguageTag($0) }
    let matcher = try seconds("compiling \(published.count) languages") {
      try LanguageMatcher(published: published, standard: LanguageTag("en"))
    }
    for field in fields {
      let text = String(decoding: field, as: UTF8.self)
      nanoseconds("unseen \(text):") { _ in
        matcher.chain(for: DesiredLanguages(acceptLanguage: field.span)).count
      }
      var cache = LanguageCache()
      nanoseconds("seen   \(text):") { _ in
        cache.chain(forAcceptLanguage: field.span, matcher: matcher).count
      }
    }
  }
}
