// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues
import Testing

/// 1 January 2026, 00:00:00.
private let newYear2026: Int64 = 1_767_225_600

@Suite struct `HTTP dates` {
  private func seconds(_ text: String, now: Int64 = newYear2026) -> Int64? {
    HTTPDate(text.utf8Span.span, now: now)?.seconds
  }

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    "sUN, 06 nOV 1994 08:49:37 gmt", "SUNDAY, 06-NOV-94 08:49:37 Gmt", "SUN NOV  6 08:49:37 1994",
  ])
  func `An HTTP date is read in its three formats and in any case`(text: String) {
    #expect(seconds(text) == 784_111_777)
  }

  @Test(arguments: [
    (Int64(0), "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
    (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (951_868_799, "Tue, 29 Feb 2000 23:59:59 GMT"),
    (951_868_800, "Wed, 01 Mar 2000 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
    (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"), (-86_400, "Wed, 31 Dec 1969 00:00:00 GMT"),
    (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
    (-62_167_219_200, "Sat, 01 Jan 0000 00:00:00 GMT"),
    (2_147_483_648, "Tue, 19 Jan 2038 03:14:08 GMT"),
  ])
  func `An HTTP date is written in the preferred format and read back`(instant: Int64, text: String)
  {
    #expect(HTTPDate(seconds: instant).text == text)
    #expect(seconds(text) == instant)
    var buffer = ByteBuffer()
    HTTPDate(seconds: instant).append(to: &buffer)
    #expect(buffer.span.text == text)
  }

  @Test func `The HTTP date of each day from 1600 to 2369 is read back`() {
    var day: Int64 = -135_140
    while day < 146_097 {
      let date = HTTPDate(seconds: day * 86_400 + 43_199)
      let found = seconds(date.text)
      if found != date.seconds {
        Issue.record("\(date.text) was read as \(String(describing: found))")
        return
      }
      day += 1
    }
  }

  @Test func `An HTTP date outside of the years 0 to 9999 is written as the nearest inside`() {
    #expect(HTTPDate(seconds: .max).text == "Fri, 31 Dec 9999 23:59:59 GMT")
    #expect(HTTPDate(seconds: .min).text == "Sat, 01 Jan 0000 00:00:00 GMT")
  }

  @Test(arguments: [
    ("Thursday, 01-Jan-26 00:00:00 GMT", newYear2026),
    // 50 years ahead exactly, and the day behind it.
    ("Wednesday, 01-Jan-76 00:00:00 GMT", 3_345_062_400),
    ("Friday, 02-Jan-76 00:00:01 GMT", 189_388_801),
    ("Friday, 31-Dec-99 23:59:59 GMT", 946_684_799),
    ("Saturday, 01-Jan-00 00:00:00 GMT", 946_684_800),
  ])
  func `An HTTP date with a year of two digits is at most 50 years ahead`(
    text: String,
    expected: Int64
  ) {
    #expect(seconds(text) == expected)
  }

  @Test func `An HTTP date with a year of two digits may be in the next century`() {
    // In 2090, the year 05 is 2105.
    #expect(seconds("Monday, 05-Jan-05 00:00:00 GMT", now: 3_786_912_000) == 4_260_556_800)
    // 29 February of a year 00 that is no leap year falls back to one that is.
    #expect(seconds("Tuesday, 29-Feb-00 00:00:00 GMT", now: 3_786_912_000) == 951_782_400)
  }

  @Test func `An HTTP date with a wrong weekday or a leap second is read`() {
    #expect(seconds("Mon, 06 Nov 1994 08:49:37 GMT") == 784_111_777)
    #expect(seconds("Sat, 31 Dec 2016 23:59:60 GMT") == 1_483_228_800)
  }

  @Test(arguments: [
    "", "0", "-1", "784111777", "Sun, 06 Nov 1994 08:49:37 UTC",
    "Sun, 06 Nov 94 08:49:37 GMT",
    "Sun 06 Nov 1994 08:49:37 GMT", "Sun, 06  Nov 1994 08:49:37 GMT",
    "Sun, 06-Nov-1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 08.49.37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
    "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT",
    "Wed, 29 Feb 1995 00:00:00 GMT",
    "Thu, 29 Feb 1900 00:00:00 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
    "Sun, 06 Nov 1994 08:60:37 GMT",
    "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ",
    " Sun, 06 Nov 1994 08:49:37 GMT",
    "Xyz, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Xyz 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37 +000",
    "Sunday, 06-Nov-1994 08:49:37 GMT", "Sunday, 06 Nov 94 08:49:37 GMT",
    "Sonntag, 06-Nov-94 08:49:37 GMT",
    "Sunday, 6-Nov-94 08:49:37 GMT", "Sun Nov 6 08:49:37 1994", "Sun Nov  6 08:49:37 1994 GMT",
    "Sun Nov 32 08:49:37 1994", "Sun Nov  6 08:49:37 94", "Sun, 06 Nov 1994 08:49:3a GMT",
    "Sun, 06 Nov 199\u{664} 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 UTC",
    "                        ",
    "Sun,,,,,,,,,,,,,,,,,,,,,,,,,,", "Sun, 06 Nov 1994 08:49:37GMT.",
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAA,",
  ])
  func `A malformed HTTP date is refused`(text: String) {
    #expect(seconds(text) == nil)
  }
}
