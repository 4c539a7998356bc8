// SPDX-License-Identifier: Apache-2.0

// One script for all edges that run JavaScript: nginx, CloudFront and Workers differ in how a request
// is handed to it only. It is written in what all three understand. What it cannot read as the
// gateway would, such as a pre-release or a tag with extensions, it does not guess: `visit` answers
// nothing then, and the request goes on as it came.

enum ScriptCore {
  static let text = #"""
    function first(choices, value) {
      for (var i = 0; i < choices.length; i++) {
        if (choices[i][0].test(value)) return choices[i][1];
      }
      return;
    }

    // Returns an app's description of itself, numbers as they are written; nothing where the
    // dictionary is not a plain one, since only the gateway reads all forms.
    function claims(text) {
      var said = {}, rest = (text || '').replace(/^ +/, ''), numbers = /^(?:version|build|session|installation)$/;
      if (rest.length > 1024) return;
      while (rest) {
        var m = /^([a-z*][a-z0-9_.*-]*)=(?:"([ !#-\[\]-~]*)"|([A-Za-z*][A-Za-z0-9!#$%&'*+.^_`|~:\/-]*)|(-?[0-9]+(?:\.[0-9]+)*))[ \t]*(?:,[ \t]*(?=[a-z*])|$)/.exec(rest);
        if (!m) return;
        var value = m[2] === undefined ? m[3] : m[2];
        if (value === undefined) {
          if (!numbers.test(m[1])) return;
          value = m[4];
        }
        said[m[1]] = value;
        rest = rest.slice(m[0].length);
      }
      return said;
    }

    // The published language for a tag; -1 where there is none, -2 for tags of unusual form. The
    // script zzzz says nothing.
    function language(tag) {
      if (!rules.usual.test(tag)) return -2;
      var found = first(rules.tags, tag.replace('-zzzz', ''));
      return found === undefined ? -1 : found;
    }

    // Adds what a list asks for, best first; whether the list could be read.
    function want(text, wanted) {
      if (text.length > 512) return false;
      var items = [], members = text.replace(/_/g, '-').split(',');
      for (var i = 0; i < members.length; i++) {
        var parts = members[i].split(';'), weight = 1000;
        var tag = parts[0].replace(/^[ \t]+|[ \t]+$/g, '').toLowerCase();
        if (parts.length > 1) {
          var m = parts.length === 2 && /^[ \t]*q[ \t]*=[ \t]*(0(?:\.[0-9]*)?|1(?:\.(?:0{0,2}|0{3}[0-9]*))?)[ \t]*$/i.exec(parts[1]);
          if (!m) continue;
          if (m[1].charAt(0) === '0') weight = parseInt((m[1].slice(2) + '000').slice(0, 3), 10);
        }
        if (tag !== '*' && (tag.length < 2 || tag === 'und')) continue;
        if (weight === 0) {
          if (tag === '*') continue;
          return false;
        }
        var place = items.length;
        while (place > 0 && items[place - 1].weight < weight) place--;
        items.splice(place, 0, { tag: tag, weight: weight });
      }
      for (var n = 0; n < items.length && n < 8 && items[n].tag !== '*'; n++) {
        if (wanted.length < 8 && wanted.indexOf(items[n].tag) < 0) wanted.push(items[n].tag);
      }
      return true;
    }

    // The languages of a token; nothing where a tag that counts cannot be read.
    function languages(wanted, group) {
      var found = [];
      for (var i = 0; i < wanted.length; i++) {
        var number = language(wanted[i]);
        if (number === -2) return;
        if (group.useful.indexOf(number) < 0 || found.indexOf(number) >= 0) continue;
        found.push(number);
        if (group.sufficient.indexOf(number) >= 0) break;
      }
      return found.map(function (number) { return rules.languages[number]; }).join('~');
    }

    function version(text) {
      var m = /^[ \t]*[vV]?([0-9]{1,9}(?:\.[0-9]{1,9})*)(?:\+.*|[ \t]+\(.+\))?[ \t]*$/.exec(text);
      if (!m || text.length > 64) return;
      var numbers = m[1].split('.');
      return [0, 1, 2, 3].map(function (i) { return i < numbers.length ? parseInt(numbers[i], 10) : 0; });
    }

    function isBelow(one, other) {
      for (var i = 0; i < 4; i++) if (one[i] !== other[i]) return one[i] < other[i];
      return false;
    }

    function wordFrom(bounds, value, below) {
      var word = '';
      for (var i = 0; i < bounds.length && !below(value, bounds[i][0]); i++) word = bounds[i][1];
      return word;
    }

    function isLess(one, other) { return one < other; }

    // The words of a token behind its languages; nothing where one cannot be told.
    function words(group, visitor, said) {
      var found = [];
      if (group.countries) {
        if (!visitor.country && rules.looksUp) return;
        found.push(first(group.countries, visitor.country));
      }
      if (group.devices) found.push(first(group.devices, visitor.device));
      if (group.versions && said.version) {
        var numbers = version(said.version);
        if (!numbers) return;
        found.push(wordFrom(group.versions, numbers, isBelow));
      }
      if (group.builds && said.build) {
        if (!/^[0-9]{1,15}$/.test(said.build)) return;
        found.push(wordFrom(group.builds, parseInt(said.build, 10), isLess));
      }
      if (group.apps && said.app) found.push(first(group.apps, said.app));
      return found.filter(Boolean).map(function (word) { return '.' + word; }).join('');
    }

    // Returns the facts about an app that the config document depends on, in the same words for all
    // apps with the same answer; nothing where they cannot be told.
    function gate(said) {
      if (said.app !== undefined && !/^[!-~]{1,128}$/.test(said.app)) return;
      if (said.build && !/^[0-9]{1,15}$/.test(said.build)) return;
      for (var i = 0; i < rules.gates.length; i++) {
        var rule = rules.gates[i];
        if (said.app === undefined ? !rule.only : said.app !== rule.app) continue;
        if (said.build && rule.blocked.indexOf(parseInt(said.build, 10)) >= 0) return rule.required;
        if (!said.version) return '';
        var numbers = version(said.version);
        if (!numbers) return;
        if (rule.minimum && isBelow(numbers, rule.minimum)) return rule.required;
        return rule.recommended && isBelow(numbers, rule.recommended) ? rule.advised : '';
      }
      return '';
    }

    function place(said, request) {
      var country = (said.country || '').toUpperCase(), device = (said.device || '').toLowerCase();
      if (!rules.countries.test(country)) country = (request.country || '').toUpperCase();
      if (!rules.countries.test(country)) country = '';
      if (!rules.devices.test(device)) device = (request.device || '').toLowerCase();
      var agent = (request.userAgent || '').toLowerCase();
      if (!rules.devices.test(device)) device = agent.length > 1024 ? '' : first(rules.agents, agent) || '';
      return { country: country, device: device };
    }

    function named(path) {
      var m = \#(ScriptRules.expression("^/\(EdgePatterns.token)(/.+)$")).exec(path);
      return m ? first(rules.paths, m[1]) : undefined;
    }

    // The path to ask for in place of a request's, with what the app has to be said to be (`app`)
    // and the fields that decided (`vary`); nothing if the request is to go on as it came.
    function visit(request) {
      var number = first(rules.paths, request.path), said = claims(request.app);
      // The query goes before the fields, in ways that only the gateway knows.
      if (/(?:^|&)(?:[^=&]*%[^=&]*|app|version|build|device|languages|country|installation|session)(?:=|&|$)/.test(request.query || '')) said = undefined;
      var isNamed = number === undefined;
      if (isNamed) number = named(request.path);
      var group = rules.groups[number], token = '', app = '';
      if (!group || group.personal && request.credentials) return;
      if (isNamed) {
        var held = group.config ? (said && gate(said)) : '';
        return { path: request.path, app: held === undefined ? request.app : held, vary: '' };
      }
      if (group.apart || group.config) {
        if (!said || (said.app !== undefined && !/^[!-~]{1,128}$/.test(said.app))) return;
        if (group.experiments && said.installation) return;
        if (group.config) app = gate(said);
        var wanted = [], isRead = true;
        if (said.languages) isRead = want(said.languages, wanted);
        if (request.acceptLanguage) isRead = want(request.acceptLanguage, wanted) && isRead;
        var spoken = group.useful.length ? (isRead ? languages(wanted, group) : undefined) : '';
        var rest = words(group, place(said, request), said);
        if (spoken === undefined || rest === undefined || app === undefined) return;
        token = '/' + (spoken || 'und') + rest;
      }
      return { path: token + request.path, app: app, vary: group.vary };
    }

    """#
}
