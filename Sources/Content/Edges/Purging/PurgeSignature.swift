// SPDX-License-Identifier: Apache-2.0

import HTTPValues

/// The signature of a request, for APIs that take no secret in a field.
enum PurgeSignature: Sendable, Equatable {
  case none
  case aws(AWSSignature)
  case edgeGrid(EdgeGridSignature)

  func sign(_ request: inout Request, _ body: [UInt8], _ moment: PurgeRequest.Moment) {
    switch self {
    case .none: return
    case .aws(let signature): signature.sign(&request, body, at: moment.seconds)
    case .edgeGrid(let signature): signature.sign(&request, body, moment)
    }
  }
}

/// A Unix second as signatures write it.
struct SigningTime {
  /// `20150830`.
  let day: String
  /// `12:36:00`.
  let time: String

  init(seconds: Int64) {
    // `Sun, 30 Aug 2015 12:36:00 GMT`
    let parts = HTTPDate(seconds: seconds).text.split(separator: " ").map(String.init)
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let month = (months.firstIndex(of: parts[2]) ?? 0) + 1
    day = parts[3] + (month < 10 ? "0\(month)" : "\(month)") + parts[1]
    time = parts[4]
  }
}
