// SPDX-License-Identifier: Apache-2.0

import Sites

/// Decision of the steps that do not wait.
enum RequestDecision {
  case answer(GivenAnswer)
  /// A step has to wait; it has all facts about the request.
  case wait(WaitingStep)
  /// The request is passed on to a service.
  case pass(PassStep)
  /// The request is for records of the site.
  case records(RecordStep)
}

/// A step that has to wait before a request can be answered.
enum WaitingStep {
  case query(QueryStep)
  case beacon(BeaconStep)
  case compose(ComposeStep)

  /// The path of the document as the site declares it, or that of the beacon.
  var route: String {
    switch self {
    case .query(let query): query.path
    case .beacon(let beacon): beacon.path
    case .compose(let compose): compose.request.document.path
    }
  }
}
