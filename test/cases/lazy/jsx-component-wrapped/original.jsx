import { Routes, Route } from "react-router-dom";

import { Home } from "./pages/Home";
import { Orders } from "./pages/Orders";
import { NotFound } from "./pages/NotFound";

export function App() {
  return (
    <Routes>
      <Route path="/" element={<Home />} />
      <Route path="/orders" element={<Orders />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}

export default App;
