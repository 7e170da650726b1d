(()=>{function r(t){return t<10?"0"+t:String(t)}function n(t){let e=t>=10?3:4;return t*e}var o=document.querySelector("#out");document.querySelector("#n").addEventListener("change",t=>{let e=Number(t.target.value);if(e>40){o.textContent="Zu viele für ein 📦.";return}o.textContent=r(n(e))});})();
//# sourceMappingURL=app.js.map
