// SPDX-License-Identifier: Apache-2.0

import Bytes
import Commands
import Serving

/// The options of `portico serve` for the receivers of alerts.
enum AlertOptions {
  static let all = [
    OptionDefinition(
      name: "alert-webhook",
      value: "URL",
      summary: "Send alerts to this address, each until it is taken; for --admin"
    ),
    OptionDefinition(
      name: "alert-route",
      value: "ROUTE",
      summary: "Send alerts whose labels match to a receiver of their own, an address or a program:"
        + " severity=\"page\" -> https://hooks.example.com/page; for --admin",
      fallback: "all go to --alert-webhook and --alert-command",
      repeats: true
    ),
    OptionDefinition(
      name: "alert-key",
      value: "FILE",
      summary: "Sign these messages with the key in this file",
      fallback: "no signature"
    ),
    OptionDefinition(
      name: "alert-command",
      value: "COMMAND",
      summary: "Run this program for each alert, which it gets as JSON on its input; for --admin"
    ),
  ]

  private static let definition = ServeCommand.definition

  /// Reads the program that is run for alerts.
  static func command(_ arguments: Arguments) throws(UsageError) -> AlertCommand? {
    guard let line = arguments.value("alert-command") else { return nil }
    guard arguments.has("admin") else {
      throw UsageError("--alert-command is for --admin, which is not given", definition)
    }
    guard let command = AlertCommand(line) else {
      throw UsageError(
        "--alert-command is \"\(line)\", expected the path of a program and its arguments, such as"
          + " /usr/local/bin/page --team shop",
        definition
      )
    }
    return command
  }

  /// Reads the receivers of alerts with some labels.
  static func routes(_ arguments: Arguments) throws(UsageError) -> [AlertRoute] {
    let texts = arguments.all("alert-route")
    guard texts.isEmpty || arguments.has("admin") else {
      throw UsageError("--alert-route is for --admin, which is not given", definition)
    }
    var routes: [AlertRoute] = []
    for text in texts {
      do throws(PlainError) {
        routes.append(try AlertRoute(text, keyFile: arguments.value("alert-key")))
      } catch {
        throw UsageError("--alert-route is \(text): \(error)", definition)
      }
    }
    return routes
  }

  /// Reads the receiver of alerts.
  static func webhook(_ arguments: Arguments) throws(UsageError) -> Webhook.Settings? {
    let keyFile = arguments.value("alert-key")
    guard let text = arguments.value("alert-webhook") else {
      guard keyFile == nil || arguments.has("alert-route") else {
        throw UsageError("--alert-key is for --alert-webhook, which is not given", definition)
      }
      return nil
    }
    guard arguments.has("admin") else {
      throw UsageError("--alert-webhook is for --admin, which is not given", definition)
    }
    guard let settings = Webhook.Settings(text, keyFile: keyFile) else {
      throw UsageError(
        "--alert-webhook is \(text), expected an address such as https://hooks.example.com/portico",
        definition
      )
    }
    return settings
  }
}
