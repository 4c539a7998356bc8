// SPDX-License-Identifier: Apache-2.0

/// The steps of a request, in the order in which it meets them; it skips those that are not for it.
///
/// The name of a step is its name in events, metrics and `Server-Timing`, and its work is in the file
/// of its name in `Steps`: `recall` in `RecallStep.swift`. `ContentHandler` is the way through them.
enum RequestStep: Int, SignalChoice {
  /// Refuses a request that is one too many of its client.
  case limit
  /// Finds the answer by the bytes of the request alone, where the same bytes have come before.
  case recall
  /// Finds what the path is of: a document, a pass, a redirect, or nothing.
  case route
  /// Reads the body of a QUERY, and goes on with the GET that asks the same.
  case query
  /// Reads what an app reports of its side.
  case beacon
  /// Reads from the fields who asks, and in which format.
  case recognize
  /// Tells those who are shut out that the site is closed.
  case maintenance
  /// Looks for the answer among those that are kept; makes that of a document without a plan.
  case lookup
  /// Calls the services of a document's plan, and composes their answers.
  case compose
  /// Passes the request on to a service, and its answer back.
  case pass
  /// Puts an error into the words of the document that the site declares for it.
  case error
  /// Sends the whole answer, a part of it, or that the client has it.
  case deliver

  /// The steps that can decide what a request is answered with; those behind them only word it.
  static let deciding = allCases.prefix { $0 != .error }
}
