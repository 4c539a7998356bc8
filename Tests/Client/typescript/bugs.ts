// SPDX-License-Identifier: Apache-2.0
//
// Ways in which a client is often wrong, planted into a right one: each is found by a scenario.

import { Client, JsonObject, Transport, WireRequest, WireResponse } from "../../../Sources/Client/typescript/portico";

export interface Bug {
  transport?: (right: Transport) => Transport;
  account?: (name: string) => string;
  patch?: (client: Client) => void;
}

function answers(change: (response: WireResponse) => void): Bug {
  return {
    transport: (right) => async (request, signal) => {
      const response = await right(request, signal);
      change(response);
      return response;
    },
  };
}

function requests(change: (request: WireRequest) => void): Bug {
  return {
    transport: (right) => (request, signal) => {
      const changed = { ...request, fields: { ...request.fields } };
      change(changed);
      return right(changed, signal);
    },
  };
}

function bodies(change: (body: JsonObject) => void): Bug {
  return answers((response) => {
    try {
      const body = JSON.parse(response.body);
      for (const one of [body, ...(Array.isArray(body) ? body : body["data"] ?? [])]) change(one);
      response.body = JSON.stringify(body);
    } catch { /* It is no JSON. */ }
  });
}

export const bugs: Record<string, Bug> = {
  "ignores Vary": answers((response) => { delete response.fields["vary"]; }),
  "ignores _expire": bodies((body) => { delete body["_expire"]; }),
  "goes by the clock of the device": answers((response) => { delete response.fields["date"]; }),
  "keeps what must not be kept": answers((response) => {
    response.fields["cache-control"] = (response.fields["cache-control"] ?? "").replace("no-store", "max-age=60");
  }),
  "never revalidates": requests((request) => { delete request.fields["if-none-match"]; }),
  "shows nothing old while a service fails": answers((response) => {
    response.fields["cache-control"] = (response.fields["cache-control"] ?? "").replace(/stale-if-error=\d+/, "");
  }),
  "takes any version": bodies((body) => { delete body["_version"]; }),
  "knows one page of a list": bodies((body) => { delete body["offset"]; }),
  "mixes accounts": { account: () => "same" },
  "asks again at once": answers((response) => { delete response.fields["retry-after"]; }),
};
