// Tables that sort, and the controls that choose what they show.

// A column: {head, of: row -> value, show: value, row -> text or node, text: whether it is words}.
function table(host, columns, rows, sorted = null) {
  let order = sorted ?? { column: -1, down: false };
  const body = make("tbody");
  const heads = columns.map((column, index) => {
    const button = make("button", { type: "button" }, column.head);
    button.addEventListener("click", () => {
      order = { column: index, down: order.column === index ? !order.down : !column.text };
      fill(rows);
    });
    return make("th", { scope: "col", class: column.text ? "text" : "" }, button);
  });
  const fill = some => {
    rows = some;
    const shown = [...rows];
    const column = columns[order.column];
    if (column) {
      const sign = order.down ? -1 : 1;
      shown.sort((a, b) => {
        const [one, other] = [column.of(a), column.of(b)];
        return sign * (typeof one === "string" ? one.localeCompare(other, "en", { numeric: true }) : one - other);
      });
    }
    heads.forEach((head, index) => {
      if (index === order.column) head.setAttribute("aria-sort", order.down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
    body.replaceChildren(...shown.map(row => make("tr", {}, ...columns.map(c => {
      const value = c.of(row);
      return make("td", { class: c.text ? "text" : "" }, c.show ? c.show(value, row) : String(value));
    }))));
  };
  host.replaceChildren(make("thead", {}, make("tr", {}, ...heads)), body);
  fill(rows);
  return fill;
}

// A labelled choice among values; tells when it changes.
function choice(host, label, values, chosen, names, changed) {
  const select = make("select", {}, ...values.map((value, index) => make("option", { value: index }, names(value))));
  select.value = String(Math.max(0, values.indexOf(chosen)));
  select.addEventListener("change", () => changed(values[Number(select.value)]));
  host.append(make("label", {}, label, select));
}

const distinct = values => [...new Set(values)];
