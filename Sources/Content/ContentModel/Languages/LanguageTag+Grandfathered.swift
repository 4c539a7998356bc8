// SPDX-License-Identifier: Apache-2.0

extension LanguageTag {
  /// A quick check before the lookup: whether the tag has the length and first letter of a
  /// grandfathered one.
  static func mayBeGrandfathered(_ bytes: Span<UInt8>) -> Bool {
    guard (5...11).contains(bytes.count) else { return false }
    switch ASCII.lowercased(bytes[0]) {
    case UInt8(ascii: "i"): return !ASCII.isLetter(bytes[1])
    case UInt8(ascii: "z"), UInt8(ascii: "n"):
      return bytes.count == 6 || bytes.count == 8 || bytes.count == 10
    case UInt8(ascii: "e"), UInt8(ascii: "s"): return bytes.count == 9
    case UInt8(ascii: "a"), UInt8(ascii: "c"): return bytes.count >= 10
    default: return false
    }
  }

  /// Returns the meaning of a grandfathered tag (RFC 5646, section 2.2.8); `nil` for other tags.
  static func grandfathered(_ bytes: Span<UInt8>) -> LanguageTag? {
    var text = ""
    for index in 0..<bytes.count {
      guard bytes[index] < 0x80 else { return nil }
      let byte = ASCII.lowercased(bytes[index])
      text.unicodeScalars.append(Unicode.Scalar(byte == UInt8(ascii: "_") ? 0x2D : byte))
    }
    return meaning(of: text).flatMap { LanguageTag($0) }
  }

  /// `i-default` is English by RFC 2277; `i-enochian` has no replacement.
  private static func meaning(of tag: String) -> String? {
    switch tag {
    case "art-lojban": "jbo"
    case "cel-gaulish": "xtg"
    case "en-gb-oed": "en-GB-oxendict"
    case "i-ami": "ami"
    case "i-bnn": "bnn"
    case "i-default": "en"
    case "i-enochian": "und"
    case "i-hak": "hak"
    case "i-klingon": "tlh"
    case "i-lux": "lb"
    case "i-mingo": "see"
    case "i-navajo": "nv"
    case "i-pwn": "pwn"
    case "i-tao": "tao"
    case "i-tay": "tay"
    case "i-tsu": "tsu"
    case "no-bok": "nb"
    case "no-nyn": "nn"
    case "sgn-be-fr": "sfb"
    case "sgn-be-nl": "vgt"
    case "sgn-ch-de": "sgg"
    case "zh-guoyu": "zh"
    case "zh-hakka": "hak"
    case "zh-min", "zh-min-nan": "nan"
    case "zh-xiang": "hsn"
    default: nil
    }
  }
}
