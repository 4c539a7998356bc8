// SPDX-License-Identifier: Apache-2.0

import ContentModel
import LocaleFormats
import Testing

@Suite struct `Formatted dates` {
  private static let instant = UnixTime(seconds: 1_797_728_640)

  @Test(arguments: [
    ("en", DateFormat.Style.full, false, "Sunday, December 20, 2026"),
    ("en-GB", .long, false, "20 December 2026"), ("fr", .long, false, "20 décembre 2026"),
    ("fr", .full, true, "dimanche 20 décembre 2026 à 01:04"),
    ("de", .medium, false, "20.12.2026"), ("de", .short, true, "20.12.26, 01:04"),
    ("ja", .long, false, "2026年12月20日"), ("th", .long, false, "20 ธันวาคม ค.ศ. 2026"),
    ("en", .none, true, "1:04\u{202F}AM"), ("fi", .full, false, "sunnuntai 20. joulukuuta 2026"),
    ("eu", .long, false, "2026(e)ko abenduaren 20(a)"), ("en", .none, false, ""),
  ])
  func `A date is written as its reader's language and country write it`(
    language: String,
    style: DateFormat.Style,
    hasTime: Bool,
    written: String
  ) throws {
    let tag = try #require(LanguageTag(language))
    let format = DateFormat(tag, style, hasTime: hasTime)
    #expect(format.text(`Formatted dates`.instant) == written)
  }

  @Test func `A date at an offset from UTC is the date there`() throws {
    let format = DateFormat(try #require(LanguageTag("de")), .medium, hasTime: true)
    let west = try #require(ZoneOffset("-03:30"))
    #expect(format.text(`Formatted dates`.instant, offset: west.seconds) == "19.12.2026, 21:34")
  }

  @Test(arguments: [Int64.min, Int64.max, -62_135_596_801, 253_402_300_800])
  func `A date outside of the years with four digits is not written`(seconds: Int64) throws {
    let format = DateFormat(try #require(LanguageTag("en")), .full, hasTime: true)
    #expect(format.text(UnixTime(seconds: seconds)) == nil)
  }

  @Test(arguments: [
    ("1797728640", DateText.instant(instant)),
    ("2026-12-20T01:04:00Z", .instant(instant)),
    ("2026-12-20T02:04:00.123456+01:00", .instant(instant)),
    ("2026-12-20", .day(UnixTime(seconds: 1_797_724_800))), ("-1", .instant(UnixTime(seconds: -1))),
    ("2026-12-20T01:04:00", nil), ("20.12.2026", nil), ("2026-02-30", nil), ("", nil),
    ("1797728640.5", nil), ("2026-12-20T01:04:00.Z", nil), ("99999999999999999999", nil),
  ])
  func `A date is read as Unix seconds, an RFC 3339 instant or a day`(text: String, date: DateText?)
  {
    #expect(DateText(text) == date)
  }

  @Test(arguments: [
    ("Z", 0), ("+01:00", 3_600), ("-09:30", -34_200), ("+18:00", 64_800), ("+18:01", nil),
    ("+1:00", nil), ("+01:60", nil), ("Europe/Berlin", nil), ("", nil), ("+aa:00", nil),
  ])
  func `An offset from UTC is read up to 18 hours`(text: String, seconds: Int?) {
    #expect(ZoneOffset(text)?.seconds == seconds)
  }
}
