// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import FileShapes
import Gateway
import HTTPValues
import Measure
import Serving

/// The order to end the work on a request that waits, as if its client were gone.
struct CancelOrder: OperatorOrder {
  static let definition = OrderDefinition(
    "cancel",
    at: .inflightCancel,
    .cancellation,
    "Ends the work on a request that waits, as if its client were gone.",
    Shape.object("") {
      Member(
        "request",
        \.self,
        .text,
        isRequired: true,
        "Id of the request, as GET /inflight has it.",
        examples: ["9f86d081884c7d65"]
      )
    }
  ) { try CancelOrder($0) }

  private let request: RequestUnderWay.ID

  private init(_ text: String) throws(PlainError) {
    guard let request = RequestUnderWay.ID(text) else {
      throw PlainError(
        "\"request\" is \"\(text.prefix(40))\"; expected an id of GET /inflight, such as 9f86d081884c7d65"
      )
    }
    self.request = request
  }

  /// The request, and the site that it is for.
  private func found(
    in state: AdminState
  ) async throws -> (site: SiteService, request: RequestUnderWay) {
    for site in state.services.sites {
      let waiting = try await site.inspection().requests
      if let found = waiting.first(where: { $0.id == request }) { return (site, found) }
    }
    throw Refusal(
      .notFound,
      "the request \(request) waits for nothing any more; GET /inflight has those that do"
    )
  }

  func preview(of state: AdminState) async throws -> OrderPreview {
    let (_, request) = try await found(in: state)
    let span = Figure.seconds(Double(request.nanoseconds) / 1e9).text
    let waits = request.waits.isEmpty ? "" : " for " + request.waits.joined(separator: ", ")
    return OrderPreview([
      "\(request.method) \(request.target) has waited \(span) at the step \(request.step)\(waits).",
      "Its client would get no answer, or no more of it: the stream would be reset, or the connection"
        + " closed. Calls that are made for it alone would be given up.",
    ])
  }

  func perform(on state: AdminState, by caller: Operator) async throws -> [UInt8] {
    let (site, request) = try await found(in: state)
    guard try await site.cancel(request.id) else {
      throw PlainError("the request \(request.id) has ended by itself")
    }
    let text = "\(request.method) \(request.target) is cancelled"
    state.record(.cancellation, text, kind: "cancellation", site: site.name, by: caller)
    return DataValue.members([
      ("site", .text(site.name)), ("request", .text("\(request.id)")),
      ("cancelled", .boolean(true)),
    ]).json
  }
}
