"use strict";
(() => {
  const steps = [...document.querySelectorAll("#steps li[id]")];
  const player = document.getElementById("player");
  const stage = document.getElementById("stage");
  const count = document.getElementById("count");
  const rounds = [0, ...[...document.querySelectorAll("#steps .round")].map(
    (round) => steps.indexOf(round.querySelector("li[id]")))];
  const wide = window.matchMedia("(min-width: 62rem)");
  let at = 0;

  const show = (wanted, follow) => {
    steps[at].removeAttribute("aria-current");
    at = Math.max(0, Math.min(steps.length - 1, wanted));
    const step = steps[at];
    step.setAttribute("aria-current", "step");
    stage.replaceChildren(
      step.querySelector(".words").cloneNode(true), step.querySelector(".board").cloneNode(true));
    count.textContent = `${at + 1} / ${steps.length}`;
    if (follow && wide.matches) {
      const list = document.getElementById("steps");
      const inside = step.getBoundingClientRect(), around = list.getBoundingClientRect();
      if (inside.top < around.top || inside.bottom > around.bottom) {
        list.scrollTop += inside.top - around.top - around.height / 3;
      }
    }
  };

  const moves = {
    first: () => 0,
    previous: () => at - 1,
    next: () => at + 1,
    last: () => steps.length - 1,
    back: () => Math.max(...rounds.filter((each) => each < at), 0),
    forward: () => rounds.find((each) => each > at) ?? at,
  };
  const keys = {ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last",
    PageUp: "back", PageDown: "forward"};

  for (const button of player.querySelectorAll("button")) {
    button.addEventListener("click", () => show(moves[button.dataset.go](), true));
  }
  document.addEventListener("keydown", (event) => {
    const scrolls = /^(Home|End|Page)/.test(event.key) && !player.contains(document.activeElement);
    if (!(event.key in keys) || event.altKey || event.ctrlKey || event.metaKey || scrolls) return;
    event.preventDefault();
    show(moves[keys[event.key]](), true);
  });
  steps.forEach((step, number) => step.addEventListener("click", () => show(number, false)));

  document.documentElement.classList.add("stepping");
  player.hidden = false;
  const named = steps.findIndex((step) => `#${step.id}` === window.location.hash);
  show(named, named > 0);
})();
