// SPDX-License-Identifier: Apache-2.0

import Edges

extension PurgeMachine {
  /// The meaning of a reply: success, a retry or a final failure.
  enum Outcome: Equatable {
    case done
    /// A retry may succeed, perhaps after some seconds.
    case again(after: Int64?, String)
    /// A retry would not help.
    case never(String)

    private static let mayPass = [408, 425, 429]

    init(_ reply: Reply, of request: PurgeRequest) {
      switch reply {
      case .failure(let why): self = .again(after: nil, why)
      case .status(let status, _, _) where request.isDone(status): self = .done
      case .status(let status, let after, let text):
        let why = "status \(status)" + (text.isEmpty ? "" : ", \(text)")
        self =
          status >= 500 || Outcome.mayPass.contains(status)
          ? .again(after: after, why) : .never(why)
      }
    }

    var error: String? {
      switch self {
      case .done: nil
      case .again(_, let why), .never(let why): why
      }
    }
  }
}
