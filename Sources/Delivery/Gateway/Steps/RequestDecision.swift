// SPDX-License-Identifier: Apache-2.0

import Sites

/// The decision about a request of the steps that do not wait.
enum RequestDecision {
  case answer(GivenAnswer)
  /// Something has to be waited for; the step has with it all that was found out about the request.
  case wait(WaitingStep)
  /// A service answers.
  case pass(PassStep)
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
